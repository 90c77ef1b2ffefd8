import { type ReactNode, useId, useState } from 'react';
import { Link } from 'wouter';
import { grouped, money } from '../../core/formato.ts';
import type { Filtros } from '../../core/obras/filtros/direccion.ts';
import { Boton } from '../../core/piezas/boton.tsx';
import { useIsForPaper } from '../../core/piezas/imprimir.ts';
import piezas from '../../core/piezas/piezas.module.css';
import { COMPARADO, type Grupo, type Medida, type Resumen, sortOf } from './cuentas.ts';
import { DescargarCsv } from './descargar-csv.tsx';
import css from './resumen.module.css';

/** Rows that are shown of a long table, until all are asked for. */
const GROUPS_SHOWN = 10;

interface Props {
  resumen: Resumen | undefined;
  /** Those that it is made with. */
  filtros: Filtros;
  titulo: string;
  medida: Medida;
  /** The address of the list of a group's works. */
  hrefFor: (grupo: Grupo) => string | undefined;
  /** `catálogo` leaves the order of the API, for years and statuses; otherwise the largest come first. */
  orden?: 'valor' | 'catálogo';
  nombre?: (grupo: Grupo) => ReactNode;
  sinNombre?: string;
  /** How its works are counted, where a reader may not expect it. */
  nota?: string;
  color?: (grupo: Grupo) => string | undefined;
}

/** The groups of a summary, a row each: works, pesos, and a bar of the one that is compared. A name leads to the group's works. */
export function TablaGrupos({
  resumen,
  filtros,
  titulo,
  medida,
  hrefFor,
  orden = 'valor',
  nombre = (grupo) => grupo.nombre,
  sinNombre = '',
  nota,
  color,
}: Props) {
  const [shorten, verTodos] = useShort(resumen?.grupos.length ?? 0);
  const id = useId();
  if (!resumen) return null;
  const { grupos, total } = resumen;
  const measured = (grupo: Grupo) => grupo[medida] ?? 0;
  const sorted =
    orden === 'catálogo'
      ? grupos
      : grupos.toSorted((one, other) => measured(other) - measured(one));
  const most = Math.max(...grupos.map(measured));
  const measureInWords = (grupo: Grupo) => {
    if (medida === 'montoPorHabitante') return money(measured(grupo));
    return total[medida] === 0 ? '0 %' : `${((100 * grupo[medida]) / total[medida]).toFixed(1)} %`;
  };
  return (
    <section className={`${piezas.pilaJunta} ${css.grupos}`} aria-labelledby={id}>
      <h2 id={id}>{titulo}</h2>
      {nota && <p className={piezas.ayuda}>{nota}</p>}
      <table className={piezas.tabla} aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">Nombre</th>
            <th scope="col" className={piezas.numero} aria-sort={sortOf('obras', medida, orden)}>
              Obras
            </th>
            <th scope="col" className={piezas.numero} aria-sort={sortOf('monto', medida, orden)}>
              Pesos
            </th>
            <th scope="col">{COMPARADO[medida]}</th>
          </tr>
        </thead>
        <tbody>
          {shorten(sorted).map((grupo) => {
            const href = hrefFor(grupo);
            const called = nombre(grupo) ?? sinNombre;
            return (
              <tr key={grupo.id}>
                <th scope="row">{href ? <Link href={href}>{called}</Link> : called}</th>
                <td className={`${piezas.numero} ${css.cuantas}`}>{grouped(grupo.obras)}</td>
                <td className={piezas.numero}>{money(grupo.monto)}</td>
                <td className={css.conBarra}>
                  <div>
                    <span>{measureInWords(grupo)}</span>
                    <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                      <rect
                        width={most > 0 ? (100 * measured(grupo)) / most : 0}
                        height="10"
                        fill={color?.(grupo)}
                      />
                    </svg>
                  </div>
                </td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td className={`${piezas.numero} ${css.cuantas}`}>{grouped(total.obras)}</td>
            <td className={piezas.numero}>{money(total.monto)}</td>
            <td />
          </tr>
        </tfoot>
      </table>
      <div className={`${piezas.enFila} ${piezas.noSeImprime}`}>
        {verTodos}
        <DescargarCsv filtros={filtros} por={resumen.por} titulo={titulo} />
      </div>
    </section>
  );
}

/** The first rows of a long table until all are asked for, by its button or by paper. */
export function useShort(
  length: number,
  most = GROUPS_SHOWN,
): [shorten: <One>(rows: One[]) => One[], verTodos: ReactNode] {
  const [isWhole, setWhole] = useState(false);
  const isForPaper = useIsForPaper();
  if (length <= most) return [(rows) => rows, null];
  const verTodos = (
    <Boton
      className={piezas.noSeImprime}
      aria-expanded={isWhole}
      onPress={() => setWhole(!isWhole)}
    >
      {isWhole ? `Ver sólo los ${most} primeros` : `Ver los ${grouped(length)} renglones`}
    </Boton>
  );
  return [(rows) => (isWhole || isForPaper ? rows : rows.slice(0, most)), verTodos];
}
