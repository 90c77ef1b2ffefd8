import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { counted, grouped, money } from '../../core/formato.ts';
import type { Filtros } from '../../core/obras/filtros/direccion.ts';
import { CampoSeleccion } from '../../core/piezas/campos.tsx';
import { hrefOf } from '../../core/piezas/direccion.ts';
import { Esqueleto, Falla } from '../../core/piezas/estados.tsx';
import { useParametros } from '../../core/piezas/parametros.ts';
import piezas from '../../core/piezas/piezas.module.css';
import {
  axesIn,
  type Cuenta,
  choosingAxis,
  type Grupo,
  MOST_COLUMNS,
  most,
  ordered,
  ROWS_SHOWN,
  type Sum,
} from './cuentas.ts';
import { DescargarCsv } from './descargar-csv.tsx';
import { POR, type Por, sinNombreOf, wayOf } from './por.ts';
import css from './resumen.module.css';
import { useShort } from './tabla-grupos.tsx';
import { resumenOf } from './totales.ts';

/** Works by two groupings at once. A figure leads to its works. The file has all of them. */
export function Cruce({ filtros, cuenta }: { filtros: Filtros; cuenta: Cuenta }) {
  const id = useId();
  const { params, changeParams } = useParametros();
  const [por, segundo] = axesIn(params);
  const choose = (axis: 'renglones' | 'columnas') => (key: unknown) =>
    changeParams(choosingAxis([por, segundo], axis, key as Por), { replace: true });
  const ejes = `${por},${segundo}`;
  const { data, error, refetch } = useQuery({
    ...resumenOf(filtros, ejes),
    placeholderData: keepPreviousData,
  });
  const opciones = POR.map(({ por, nombre }) => ({ id: por, nombre }));
  return (
    <section className={css.cruce} aria-labelledby={id}>
      <h2 id={id}>Tabla cruzada</h2>
      <div className={`${piezas.enFila} ${css.cruceEjes} ${piezas.noSeImprime}`}>
        <CampoSeleccion
          etiqueta="Renglones"
          opciones={opciones}
          value={por}
          onChange={choose('renglones')}
        />
        <CampoSeleccion
          etiqueta="Columnas"
          opciones={opciones}
          value={segundo}
          onChange={choose('columnas')}
        />
        <DescargarCsv filtros={filtros} por={ejes} titulo="Tabla cruzada" />
      </div>
      {error ? (
        <Falla error={error} onRetry={() => void refetch()} />
      ) : data?.por === ejes ? (
        <Tabla
          filas={data.grupos}
          columnas={data.columnas ?? []}
          total={data.total}
          ejes={[por, segundo]}
          cuenta={cuenta}
          filtros={filtros}
        />
      ) : (
        <Esqueleto renglones={6} />
      )}
    </section>
  );
}

function Tabla({
  filas,
  columnas,
  total,
  ejes: [por, segundo],
  cuenta,
  filtros,
}: {
  filas: Grupo[];
  columnas: Sum[];
  total: Pick<Sum, 'obras' | 'monto'>;
  ejes: [Por, Por];
  cuenta: Cuenta;
  filtros: Filtros;
}) {
  const [rowWay, columnWay] = [wayOf(por), wayOf(segundo)];
  const rows = ordered(filas, rowWay.orden, cuenta);
  const columns = most(columnas, MOST_COLUMNS, columnWay.orden, cuenta);
  const [shorten, verTodos] = useShort(rows.length, ROWS_SHOWN);
  const hrefFor = (row: Sum | undefined, column: Sum | undefined) => {
    const narrowed: Filtros = { ...filtros };
    for (const [group, { filtro }] of [
      [row, rowWay],
      [column, columnWay],
    ] as const) {
      if (group?.id === null) return undefined;
      if (group) narrowed[filtro] = String(group.id);
    }
    return hrefOf('/obras', narrowed);
  };
  const figure = (sum: Pick<Sum, Cuenta> | undefined, href?: string): ReactNode => {
    if (!sum) return <span aria-hidden="true">–</span>;
    const text = cuenta === 'obras' ? grouped(sum.obras) : money(sum.monto);
    return href ? <Link href={href}>{text}</Link> : text;
  };
  return (
    <>
      <section
        className={css.cruceTabla}
        aria-label={`Tabla cruzada: ${rowWay.nombre} por ${columnWay.nombre}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls in itself, by the arrows too
        tabIndex={0}
      >
        <table className={piezas.tabla}>
          <thead>
            <tr>
              <th scope="col">{rowWay.nombre}</th>
              {columns.map(({ id, nombre }) => (
                <th key={id} scope="col" className={piezas.numero}>
                  {nombre ?? sinNombreOf(columnWay.por)}
                </th>
              ))}
              <th scope="col" className={piezas.numero}>
                Total
              </th>
            </tr>
          </thead>
          <tbody>
            {shorten(rows).map((row) => {
              const cells = new Map(row.celdas?.map((cell) => [cell.id, cell]));
              return (
                <tr key={row.id}>
                  <th scope="row">{row.nombre ?? sinNombreOf(rowWay.por)}</th>
                  {columns.map((column) => (
                    <td key={column.id} className={piezas.numero}>
                      {figure(cells.get(column.id), hrefFor(row, column))}
                    </td>
                  ))}
                  <td className={piezas.numero}>
                    <strong>{figure(row, hrefFor(row, undefined))}</strong>
                  </td>
                </tr>
              );
            })}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              {columns.map((column) => (
                <td key={column.id} className={piezas.numero}>
                  {figure(column, hrefFor(undefined, column))}
                </td>
              ))}
              <td className={piezas.numero}>
                <strong>{figure(total)}</strong>
              </td>
            </tr>
          </tfoot>
        </table>
      </section>
      {columns.length < columnas.length && (
        <p className={piezas.ayuda}>
          Se muestran {counted(columns.length, 'columna', 'columnas')} de {grouped(columnas.length)}
          , las mayores. El archivo y los totales tienen todas.
        </p>
      )}
      {verTodos}
    </>
  );
}
