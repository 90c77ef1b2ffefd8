import { useId } from 'react';
import { Link } from 'wouter';
import type { Schema } from '../../core/api.ts';
import { counted, grouped, money } from '../../core/formato.ts';
import type { Filtros } from '../../core/obras/filtros/direccion.ts';
import { hrefOf } from '../../core/piezas/direccion.ts';
import { Falla } from '../../core/piezas/estados.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { Tabla } from '../../core/piezas/tabla.tsx';
import { Termino } from '../../core/piezas/termino.tsx';
import { FilaDeSeguimiento as ETIQUETAS } from '../../generado/etiquetas.ts';
import { useResumenDeSeguimiento } from '../seguimiento/consultas.ts';
import { dayInWords } from '../seguimiento/palabras.ts';
import css from './resumen.module.css';
import { useShort } from './tabla-grupos.tsx';

type Grupo = Schema<'ResumenDeSeguimiento'>['grupos'][number];

/** The agencies that report the progress of their works, and those that do not. Each number leads to its works. */
export function Reportes({ filtros }: { filtros: Filtros }) {
  const id = useId();
  const { data, error, refetch } = useResumenDeSeguimiento(filtros);
  const [shorten, verTodos] = useShort(data?.grupos.length ?? 0);
  if (error && !data) return <Falla error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const { corteEsperado, grupos } = data;
  const works = (cuantas: number, grupo: Grupo, more: Filtros) =>
    cuantas === 0 || grupo.id === null ? (
      grouped(cuantas)
    ) : (
      <Link
        href={hrefOf('/obras', { ...filtros, dependenciaId: String(grupo.id), ...more })}
        aria-label={`${counted(cuantas, 'obra', 'obras')} de ${grupo.nombre}`}
      >
        {grouped(cuantas)}
      </Link>
    );
  // Those that owe most reports come first.
  const owed = ({ empezadas, alCorriente }: Grupo) => empezadas - alCorriente;
  return (
    <section className={`${piezas.pilaJunta} ${css.grupos}`} aria-labelledby={id}>
      <h2 id={id}>Cumplimiento de reportes por dependencia</h2>
      <p className={piezas.ayuda}>
        Se espera un avance de cada obra que ya empezó y no está{' '}
        <Termino de="suspendida">suspendida</Termino>, terminada ni cancelada, al{' '}
        {dayInWords(corteEsperado)}, el fin del último trimestre. El monto vigente es la suma de los
        contratos que las construyen, con sus convenios; los que terminaron antes de tiempo cuentan
        por su monto final.
      </p>
      <Tabla
        titulo="Cumplimiento de reportes por dependencia"
        filas={shorten(grupos.toSorted((one, other) => owed(other) - owed(one)))}
        claveDe={({ id }) => id ?? 0}
        columnas={[
          { titulo: 'Dependencia', celda: ({ nombre }) => nombre },
          {
            titulo: 'Deben reportar',
            esNumero: true,
            celda: ({ empezadas }) => grouped(empezadas),
          },
          {
            titulo: 'Sin el avance esperado',
            esNumero: true,
            celda: (grupo) => works(owed(grupo), grupo, { sinReporteDesde: corteEsperado }),
          },
          {
            titulo: 'Nunca reportadas',
            esNumero: true,
            celda: ({ sinAvances }) => grouped(sinAvances),
          },
          {
            titulo: 'Atrasadas',
            cabeza: <Termino de="atraso">Atrasadas</Termino>,
            esNumero: true,
            celda: (grupo) => works(grupo.atrasadas, grupo, { atrasadas: 'true' }),
          },
          {
            titulo: ETIQUETAS.montoVigente,
            cabeza: <Termino de="monto-vigente">{ETIQUETAS.montoVigente}</Termino>,
            esNumero: true,
            celda: ({ montoVigente }) => money(montoVigente),
          },
          {
            titulo: ETIQUETAS.montoPagado,
            cabeza: <Termino de="monto-pagado">{ETIQUETAS.montoPagado}</Termino>,
            esNumero: true,
            celda: ({ montoPagado }) => money(montoPagado),
          },
        ]}
      />
      <div className={`${piezas.enFila} ${piezas.noSeImprime}`}>{verTodos}</div>
    </section>
  );
}
