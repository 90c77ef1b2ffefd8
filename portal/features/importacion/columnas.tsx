import { useState } from 'react';
import { Boton } from '../../core/piezas/boton.tsx';
import { CampoSeleccion, CampoTexto } from '../../core/piezas/campos.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { Tabla } from '../../core/piezas/tabla.tsx';
import { labelOf } from './clase.ts';
import { useClase } from './de-clase.tsx';
import type { Informe } from './eleccion.ts';

const NO_COLUMN = '';

type Named = Record<string, string | null>;

/** The file's columns and the fields that they are read as, to be corrected where a heading says too little. */
export function Columnas({
  columnas,
  named,
  onName,
}: {
  columnas: Informe['columnas'];
  named: Named;
  onName: (named: Named) => void;
}) {
  const { etiquetas } = useClase();
  const unread = columnas.filter(({ campo }) => campo === null).length;
  return (
    <details className={`${piezas.tarjeta} ${piezas.plegable}`}>
      <summary>
        Columnas: {columnas.length - unread} se leen
        {unread > 0 && `, ${unread} no`}
      </summary>
      <Tabla
        titulo="Columnas del archivo"
        filas={columnas}
        // A heading may stand twice, and none moves.
        claveDe={(_, index) => index}
        columnas={[
          { titulo: 'En su archivo', clase: piezas.seParte, celda: ({ columna }) => columna },
          {
            titulo: 'Se lee como',
            sinTitulo: true,
            celda: ({ columna, campo }) => (
              <CampoSeleccion
                etiqueta={`Se lee «${columna}» como`}
                opciones={[
                  { id: NO_COLUMN, nombre: 'No se lee' },
                  ...Object.entries(etiquetas).map(([id, nombre]) => ({ id, nombre })),
                ]}
                value={(Object.hasOwn(named, columna) ? named[columna] : campo) ?? NO_COLUMN}
                onChange={(key) =>
                  onName({ ...named, [columna]: key === NO_COLUMN ? null : String(key) })
                }
              />
            ),
          },
        ]}
      />
    </details>
  );
}

/** The headings of the fields that matter most, for a file in which none was recognized. */
export function Encabezados({ onName }: { onName: (named: Named) => void }) {
  const clase = useClase();
  const [headings, setHeadings] = useState<Record<string, string>>({});
  return (
    <details className={`${piezas.tarjeta} ${piezas.plegable}`}>
      <summary>¿Sus columnas se llaman de otro modo?</summary>
      <form
        className={piezas.formulario}
        onSubmit={(event) => {
          event.preventDefault();
          onName(
            Object.fromEntries(
              Object.entries(headings)
                .map(([campo, heading]) => [heading.trim(), campo] as const)
                .filter(([heading]) => heading !== ''),
            ),
          );
        }}
      >
        <p>Escriba los encabezados de su hoja tal como están en ella.</p>
        {clase.primeros.map((campo) => (
          <CampoTexto
            key={campo}
            etiqueta={`Encabezado de: ${labelOf(clase, campo)}`}
            value={headings[campo] ?? ''}
            onChange={(heading) => setHeadings({ ...headings, [campo]: heading })}
            isRequired={campo === 'claveUnica'}
          />
        ))}
        <Boton tono="principal" type="submit" isDisabled={!headings.claveUnica?.trim()}>
          Revisar con estos encabezados
        </Boton>
      </form>
    </details>
  );
}
