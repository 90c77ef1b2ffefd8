import { Boton } from '../../core/piezas/boton.tsx';
import { useDescarga } from '../../core/piezas/descarga.tsx';
import { MenuAcciones } from '../../core/piezas/menu.tsx';
import piezas from '../../core/piezas/piezas.module.css';

/** The files of a cut by the end of their addresses, and the name under which each is saved. */
const ARCHIVOS = [
  ['.xlsx', 'Hoja de Excel (XLSX)', 'Una obra por renglón, para leerla'],
  ['.csv', 'CSV', 'Una obra por renglón, para programas'],
  [
    '.ndjson.gz',
    'Archivo sellado (NDJSON)',
    'Todos los campos, con el seguimiento: es lo que se selló',
  ],
  ['/manifiesto', 'Manifiesto', 'Lo que dice el sello, en JSON', 'manifiesto.json'],
  ['/manifiesto.sig', 'Firma', 'La del manifiesto, para openssl'],
  ['/llave', 'Llave pública', 'Con la que se comprueba la firma', 'llave.pem'],
] as const;

/** «Descargar»: the files of a cut, and what proves it. */
export function DescargarCorte({ clave }: { clave: string }) {
  const { download, descargando } = useDescarga();
  return (
    <>
      <MenuAcciones
        boton={
          <Boton icono="descargar" tono="discreto" isPending={descargando !== null}>
            Descargar
            <span className={piezas.soloOido}> el corte {clave}</span>
          </Boton>
        }
        acciones={ARCHIVOS.map(([end, nombre, detalle, file]) => ({
          ...{ id: end, nombre, detalle },
          onAction: () => void download(`/cortes/${clave}${end}`, file && `corte-${clave}-${file}`),
        }))}
      />
      {descargando}
    </>
  );
}
