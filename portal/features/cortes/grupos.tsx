import { useState } from 'react';
import type { Schema } from '../../core/api.ts';
import { grouped } from '../../core/formato.ts';
import { Boton } from '../../core/piezas/boton.tsx';
import { ImporteBreve } from '../../core/piezas/importe.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { type Columna, Tabla } from '../../core/piezas/tabla.tsx';
import type { Comparacion } from './frases.ts';
import { diferenciaInWords, nombreOf } from './vistas.ts';

type Grupo = Schema<'GrupoComparado'>;

const GRUPOS_DE_SUMAS = [
  ['dependencia', 'Dependencia'],
  ['municipio', 'Municipio'],
  ['estatus', 'Estatus'],
] as const;

/** The sums of both sides by agency, municipio or status. */
export function SumasPorGrupo({ comparacion: { grupos } }: { comparacion: Comparacion }) {
  const [por, setPor] = useState<(typeof GRUPOS_DE_SUMAS)[number][0]>('dependencia');
  const called = GRUPOS_DE_SUMAS.find(([id]) => id === por)?.[1] ?? '';
  const columnas: Columna<Grupo>[] = [
    { titulo: called, celda: nombreOf },
    {
      titulo: 'Obras',
      esNumero: true,
      celda: ({ antes, despues }) =>
        antes.obras === despues.obras
          ? grouped(antes.obras)
          : `De ${grouped(antes.obras)} a ${grouped(despues.obras)}`,
    },
    { titulo: 'Antes', esNumero: true, celda: ({ antes }) => <ImporteBreve monto={antes.monto} /> },
    {
      titulo: 'Después',
      esNumero: true,
      celda: ({ despues }) => <ImporteBreve monto={despues.monto} />,
    },
    {
      titulo: 'Diferencia',
      clase: piezas.seParte,
      celda: ({ diferencia }) =>
        diferenciaInWords({ diferencia, porCiento: null }, 'importe') || 'Ninguna',
    },
  ];
  return (
    <>
      <fieldset className={piezas.juntos}>
        <legend className={piezas.soloOido}>Sumas por</legend>
        {GRUPOS_DE_SUMAS.map(([id, nombre]) => (
          <Boton key={id} aria-pressed={por === id} onPress={() => setPor(id)}>
            {nombre}
          </Boton>
        ))}
      </fieldset>
      <Tabla
        titulo={`Sumas por ${called.toLowerCase()}`}
        columnas={columnas}
        filas={grupos[por]}
        claveDe={({ id }) => id}
      />
    </>
  );
}
