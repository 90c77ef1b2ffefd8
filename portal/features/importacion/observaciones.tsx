import { useState } from 'react';
import { counted, countedOf, grouped } from '../../core/formato.ts';
import { Boton } from '../../core/piezas/boton.tsx';
import { CampoSeleccion } from '../../core/piezas/campos.tsx';
import { Estado } from '../../core/piezas/estados.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { type Columna, Tabla } from '../../core/piezas/tabla.tsx';
import { withHeading } from './campos.ts';
import { useClase } from './de-clase.tsx';
import type { Informe } from './eleccion.ts';
import css from './importar.module.css';
import { FILA } from './muestra.tsx';

/** Rows that are shown at a time: a report lists two thousand at most. */
const ROWS_SHOWN = 100;

type Observacion = Informe['errores'][number] & { kind: 'error' | 'aviso' };

const COLUMNAS: Columna<Observacion>[] = [
  FILA,
  {
    titulo: 'Tipo',
    celda: ({ kind }) => (
      <Estado esMalo={kind === 'error'}>{kind === 'error' ? 'Error' : 'Aviso'}</Estado>
    ),
  },
  { titulo: 'Columna', clase: piezas.seParte, celda: ({ columna }) => columna },
  { titulo: 'Dice', clase: piezas.seParte, celda: ({ valor }) => valor ?? '—' },
  {
    titulo: 'Observación',
    clase: piezas.seParte,
    sinTitulo: true,
    celda: ({ mensaje }) => mensaje,
  },
];

/** Each remark on each row, where the groups do not say enough: the errors first, then the notes. */
export function Observaciones({ informe }: { informe: Informe }) {
  const { errores, avisos, erroresOmitidos, avisosOmitidos } = informe;
  const clase = useClase();
  const [kind, setKind] = useState('todo');
  const [columna, setColumna] = useState('');
  const [most, setMost] = useState(ROWS_SHOWN);
  const all: Observacion[] = [
    ...errores.map((each) => ({ ...each, kind: 'error' as const })),
    ...avisos.map((each) => ({ ...each, kind: 'aviso' as const })),
  ].map((each) => withHeading(clase, informe, each));
  if (all.length === 0) return null;
  const columns = [...new Set(all.map((each) => each.columna))];
  const shown = all.filter(
    (each) =>
      (kind === 'todo' || each.kind === kind) && (columna === '' || each.columna === columna),
  );
  const omitted = [
    erroresOmitidos > 0 && counted(erroresOmitidos, 'error', 'errores'),
    avisosOmitidos > 0 && counted(avisosOmitidos, 'aviso', 'avisos'),
  ].filter(Boolean);
  return (
    <details className={`${piezas.tarjeta} ${piezas.plegable}`}>
      <summary>Fila por fila</summary>
      <div className={piezas.filtros}>
        <CampoSeleccion
          etiqueta="Mostrar"
          value={kind}
          onChange={(key) => setKind(String(key))}
          opciones={[
            { id: 'todo', nombre: 'Errores y avisos' },
            { id: 'error', nombre: `Sólo errores (${grouped(errores.length)})` },
            { id: 'aviso', nombre: `Sólo avisos (${grouped(avisos.length)})` },
          ]}
        />
        <CampoSeleccion
          etiqueta="Columna"
          value={columna}
          onChange={(key) => setColumna(String(key))}
          opciones={[
            { id: '', nombre: 'Todas' },
            ...columns.map((name) => ({ id: name, nombre: name })),
          ]}
        />
      </div>
      <p className={piezas.cuentaRenglones} role="status">
        {countedOf(shown.length, all.length, 'observación', 'observaciones')}
        {omitted.length > 0 && `; ${omitted.join(' y ')} más que ya no caben en el informe`}
      </p>
      <Tabla
        titulo="Observaciones"
        filas={shown.slice(0, most)}
        claveDe={(_, index) => index}
        columnas={COLUMNAS}
      />
      {shown.length > most && (
        <p className={piezas.verMas}>
          <Boton onPress={() => setMost(most + 5 * ROWS_SHOWN)}>
            {`Ver más (faltan ${grouped(shown.length - most)})`}
          </Boton>
        </p>
      )}
    </details>
  );
}

/** The number of rows of each outcome. */
export function Cuentas({ informe }: { informe: Informe }) {
  const { simulacro, creadas, actualizadas, sinCambio, rechazadas } = informe;
  const counts: [string, number][] = [
    [simulacro ? 'se agregarían' : 'se agregaron', creadas],
    [simulacro ? 'se actualizarían' : 'se actualizaron', actualizadas],
    ['ya estaban igual', sinCambio],
    [simulacro ? 'se rechazarían' : 'se rechazaron', rechazadas],
  ];
  return (
    <dl className={css.cuentas}>
      {counts.map(([word, many]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>{grouped(many)}</dd>
        </div>
      ))}
    </dl>
  );
}
