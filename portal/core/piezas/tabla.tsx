import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode, Ref } from 'react';
import { countedOf } from '../formato.ts';
import { Esqueleto, Falla } from './estados.tsx';
import piezas from './piezas.module.css';

/** A column of a table. */
export interface Columna<One> {
  titulo: string;
  /** The heading with more than text in it, such as the way to a word's meaning. */
  cabeza?: ReactNode;
  celda: (one: One) => ReactNode;
  /** The class of its cells. */
  clase?: string | undefined;
  /** Numbers stand to the right. */
  esNumero?: boolean;
  /** On a phone, where a row is a card, the column's name stands before a cell that does not say itself what it is. */
  sinTitulo?: boolean;
}

interface Props<One> {
  /** The table's name, for screen readers. */
  titulo: string;
  /** The first is what each row is called. */
  columnas: Columna<One>[];
  filas: One[];
  claveDe: (one: One, index: number) => string | number;
  clase?: string | undefined;
}

/** The class of a heading. The actions of a row are left out on paper, with their heading. */
const classOfHeading = <One,>({ esNumero, clase }: Columna<One>) =>
  esNumero ? piezas.numero : clase === piezas.deAcciones ? clase : undefined;

/** A table whose rows are cards on a phone. */
export const Tabla = <One,>({ titulo, columnas, filas, claveDe, clase }: Props<One>) => (
  <table className={`${piezas.tabla} ${piezas.tarjetas} ${clase ?? ''}`}>
    <caption className={piezas.soloOido}>{titulo}</caption>
    <thead>
      <tr>
        {columnas.map((columna) => (
          <th key={columna.titulo} scope="col" className={classOfHeading(columna)}>
            {columna.cabeza ?? columna.titulo}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {filas.map((one, index) => (
        <tr key={claveDe(one, index)}>
          {columnas.map((columna, at) =>
            at === 0 ? (
              <th key={columna.titulo} scope="row" className={columna.clase}>
                {columna.celda(one)}
              </th>
            ) : (
              <td
                key={columna.titulo}
                data-titulo={columna.sinTitulo ? undefined : columna.titulo}
                className={columna.esNumero ? piezas.numero : columna.clase}
              >
                {columna.celda(one)}
              </td>
            ),
          )}
        </tr>
      ))}
    </tbody>
  </table>
);

/** All records of a kind as they were read: how many of them pass the page's filters, and those in a table. */
export function Registros<One>({
  lista,
  plural,
  vacio,
  cuenta,
  ...tabla
}: Props<One> & {
  lista: UseQueryResult<One[]>;
  plural: [uno: string, varios: string];
  /** The notice for a table without records. */
  vacio: ReactNode;
  /** Takes the focus of a row that is gone. */
  cuenta?: Ref<HTMLParagraphElement>;
}) {
  if (lista.isPending) return <Esqueleto />;
  if (lista.error) return <Falla error={lista.error} onRetry={() => void lista.refetch()} />;
  return (
    <>
      <p className={piezas.cuentaRenglones} role="status" tabIndex={-1} ref={cuenta}>
        {countedOf(tabla.filas.length, lista.data.length, ...plural)}
      </p>
      {tabla.filas.length === 0 ? vacio : <Tabla {...tabla} />}
    </>
  );
}
