import { useQueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { sentencesOf } from '../../core/errores.ts';
import { grouped } from '../../core/formato.ts';
import { firstObras } from '../../core/obras/consultas.ts';
import type { Lista } from '../../core/obras/lista/partes.ts';
import { announceError } from '../../core/piezas/avisos.tsx';
import { Boton } from '../../core/piezas/boton.tsx';
import { useDescarga } from '../../core/piezas/descarga.tsx';
import { hrefOf } from '../../core/piezas/direccion.ts';
import { MenuAcciones } from '../../core/piezas/menu.tsx';

/** Rows that are printed at most; beyond them the file is the better way. */
const MOST_PRINTED = 1_000;

/** The files of the works that the filters leave. */
const FORMATS = [
  {
    path: '/obras.xlsx',
    nombre: 'Hoja de Excel (XLSX)',
    detalle: 'En palabras, para leerla y corregirla',
  },
  {
    path: '/obras.csv',
    nombre: 'CSV',
    detalle: 'Una obra por renglón, para programas',
  },
  {
    path: '/obras.geojson',
    nombre: 'GeoJSON',
    detalle: 'Las ubicaciones, para un programa de mapas',
  },
  { path: '/obras.ndjson', nombre: 'NDJSON', detalle: 'Todos los campos, para programas' },
  {
    path: '/seguimiento.xlsx',
    nombre: 'Avances (XLSX)',
    detalle: 'Avance, plazo, lo pagado y lo contratado',
  },
  {
    path: '/expedientes.xlsx',
    nombre: 'Expedientes (XLSX)',
    detalle: 'De qué fondos, para qué y para quién',
  },
  {
    path: '/contratos.xlsx',
    nombre: 'Contratos (XLSX)',
    detalle: 'Uno por renglón, con sus convenios',
    isOfContracts: true,
  },
];

/** «Descargar»: the works of the filter as a file in each format, or as a list to print. */
export function Descargar({ filtros, orden, total, soloIcono, onPrint }: Lista) {
  const queries = useQueryClient();
  const { download, descargando } = useDescarga();

  const print = async () => {
    try {
      const { filas, total: count } = await queries.fetchQuery(
        firstObras(filtros, orden, MOST_PRINTED),
      );
      if (count > MOST_PRINTED) {
        announceError(
          `Son ${grouped(count)} obras. Se imprimen hasta ${grouped(MOST_PRINTED)}: use filtros, o descargue la hoja de Excel.`,
        );
        return;
      }
      // The list has to be drawn before the browser looks at it.
      flushSync(() => onPrint(filas));
      window.addEventListener('afterprint', () => onPrint(undefined), { once: true });
      window.print();
    } catch (error) {
      announceError(sentencesOf(error).join(' '));
    }
  };

  return (
    <>
      <MenuAcciones
        boton={
          <Boton
            icono="descargar"
            isDisabled={total === 0}
            isPending={descargando !== null}
            soloIcono={soloIcono}
          >
            Descargar
          </Boton>
        }
        acciones={[
          ...FORMATS.map(({ path, nombre, detalle, isOfContracts }) => ({
            id: path,
            nombre,
            detalle,
            onAction: () =>
              void download(hrefOf(path, isOfContracts ? filtros : { ...filtros, orden })),
          })),
          {
            id: 'imprimir',
            nombre: 'Imprimir la lista',
            icono: 'imprimir' as const,
            detalle: `Hasta ${grouped(MOST_PRINTED)} obras`,
            onAction: () => void print(),
          },
        ]}
      />
      {descargando}
    </>
  );
}
