import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'wouter';
import type { Limites } from '../../core/catalogos.ts';
import { grouped, money } from '../../core/formato.ts';
import type { Filtros } from '../../core/obras/filtros/direccion.ts';
import { hrefOf } from '../../core/piezas/direccion.ts';
import { Esqueleto, Falla } from '../../core/piezas/estados.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { nameOf, neighboursOf } from './clases.ts';
import type { Grupo } from './cuentas.ts';
import { DescargarCsv } from './descargar-csv.tsx';
import css from './resumen.module.css';
import { resumenOf } from './totales.ts';

/** A municipio among all of them and beside its neighbours, by the works that the other filters leave. */
export function EntreMunicipios({
  municipioId,
  filtros,
  limites,
}: {
  municipioId: number;
  filtros: Filtros;
  limites: Limites;
}) {
  const titleId = useId();
  const { municipioId: _, ...others } = filtros;
  const { data, error, refetch } = useQuery({
    ...resumenOf(others, 'municipio'),
    placeholderData: keepPreviousData,
  });
  const nombre = nameOf(municipioId, limites);
  if (!nombre) return null;
  if (error) return <Falla error={error} onRetry={() => void refetch()} />;
  if (!data) return <Esqueleto renglones={6} />;
  const groups = new Map(data.grupos.map((grupo) => [grupo.id, grupo]));
  const own = groups.get(municipioId);
  const rankBy = (medida: (grupo: Grupo) => number) =>
    own && 1 + data.grupos.filter((grupo) => medida(grupo) > medida(own)).length;
  const places = [
    ['en obras', rankBy(({ obras }) => obras)],
    ['en pesos', rankBy(({ monto }) => monto)],
    ['en pesos por habitante', rankBy(({ montoPorHabitante = 0 }) => montoPorHabitante)],
  ] as const;
  return (
    <section className={`${piezas.pilaJunta} ${css.grupos}`} aria-labelledby={titleId}>
      <h2 id={titleId}>
        {nombre} entre los {limites.features.length} municipios
      </h2>
      <p>
        {own
          ? `Lugar: ${places.map(([word, place]) => `${place}.º ${word}`).join('; ')}.`
          : 'No tiene obras que cumplan los demás filtros.'}
      </p>
      <table className={piezas.tabla} aria-labelledby={titleId}>
        <thead>
          <tr>
            <th scope="col">Municipio y vecinos</th>
            {['Obras', 'Pesos', 'Habitantes', 'Pesos por habitante'].map((titulo) => (
              <th key={titulo} scope="col" className={piezas.numero}>
                {titulo}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[municipioId, ...neighboursOf(municipioId, limites)].map((id) => {
            const { obras = 0, monto = 0, poblacion, montoPorHabitante } = groups.get(id) ?? {};
            const called = nameOf(id, limites);
            return (
              <tr key={id}>
                <th scope="row">
                  {id === municipioId ? (
                    <strong>{called}</strong>
                  ) : (
                    <Link href={hrefOf('/resumen', { ...filtros, municipioId: String(id) })}>
                      {called}
                    </Link>
                  )}
                </th>
                <td className={`${piezas.numero} ${css.cuantas}`}>{grouped(obras)}</td>
                <td className={piezas.numero}>{money(monto)}</td>
                <td className={`${piezas.numero} ${css.habitantes}`}>
                  {poblacion && grouped(poblacion)}
                </td>
                <td className={`${piezas.numero} ${css.porHabitante}`}>
                  {montoPorHabitante !== undefined && money(montoPorHabitante)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <div className={`${piezas.enFila} ${piezas.noSeImprime}`}>
        <DescargarCsv filtros={others} por="municipio" titulo="los municipios" />
      </div>
      <p className={piezas.ayuda}>Habitantes: INEGI, Censo de Población y Vivienda 2020.</p>
    </section>
  );
}
