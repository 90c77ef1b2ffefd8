import { useState } from 'react';
import { ColumnaLeida } from '../etiquetas.ts';
import { Boton } from '../piezas/boton.tsx';
import { CampoSeleccion, CampoTexto } from '../piezas/campos.tsx';
import { Tabla } from '../piezas/tabla.tsx';
import type { Informe } from './envio.ts';

const NOTHING = '';
/** The fields that a column may hold. */
const OPTIONS = [
  { id: NOTHING, nombre: 'No se lee' },
  ...Object.entries(ColumnaLeida.campo).map(([id, nombre]) => ({ id, nombre })),
];

type Named = Record<string, string | null>;

/** The file's columns, and what each is taken for: to be corrected where a heading says too little. */
export function Columnas({
  columnas,
  named,
  onName,
}: {
  columnas: Informe['columnas'];
  named: Named;
  onName: (named: Named) => void;
}) {
  const unread = columnas.filter(({ campo }) => campo === null).length;
  return (
    <details className="tarjeta plegable">
      <summary>
        Columnas: {columnas.length - unread} se leen
        {unread > 0 && `, ${unread} no`}
      </summary>
      <Tabla
        titulo="Columnas del archivo"
        clase="columnas"
        filas={columnas}
        // A heading may stand twice, and none moves.
        claveDe={(_, index) => index}
        columnas={[
          { titulo: 'En su archivo', clase: 'se-parte', celda: ({ columna }) => columna },
          {
            titulo: 'Se lee como',
            sinTitulo: true,
            celda: ({ columna, campo }) => (
              <CampoSeleccion
                etiqueta={`Se lee «${columna}» como`}
                opciones={OPTIONS}
                value={(columna in named ? named[columna] : campo) ?? NOTHING}
                onChange={(key) =>
                  onName({ ...named, [columna]: key === NOTHING ? null : String(key) })
                }
              />
            ),
          },
        ]}
      />
    </details>
  );
}

/** Where no headings were recognized: what the two that matter most are called in the file. */
export function Encabezados({ onName }: { onName: (named: Named) => void }) {
  const [clave, setClave] = useState('');
  const [nombre, setNombre] = useState('');
  return (
    <form
      className="formulario tarjeta"
      onSubmit={(event) => {
        event.preventDefault();
        onName(
          Object.fromEntries(
            [
              [clave.trim(), 'claveUnica'],
              [nombre.trim(), 'nombre'],
            ].filter(([heading]) => heading !== ''),
          ),
        );
      }}
    >
      <h2>Diga cómo se llaman en su archivo</h2>
      <CampoTexto
        etiqueta="Encabezado de la clave única"
        value={clave}
        onChange={setClave}
        ayuda="Tal como está escrito en la hoja."
        isRequired
      />
      <CampoTexto
        etiqueta="Encabezado del nombre de la obra"
        value={nombre}
        onChange={setNombre}
        isRequired={false}
      />
      <Boton tono="principal" type="submit" isDisabled={clave.trim() === ''}>
        Revisar con estos encabezados
      </Boton>
    </form>
  );
}
