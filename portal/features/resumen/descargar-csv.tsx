import type { Filtros } from '../../core/obras/filtros/direccion.ts';
import { Boton } from '../../core/piezas/boton.tsx';
import { useDescarga } from '../../core/piezas/descarga.tsx';
import { hrefOf } from '../../core/piezas/direccion.ts';

/** Hands over a table of the summary as a file, with all of its rows. */
export function DescargarCsv({
  filtros,
  por,
  titulo,
}: {
  filtros: Filtros;
  /** One way of grouping, or two with a comma between. */
  por: string;
  titulo: string;
}) {
  const { download, descargando } = useDescarga();
  return (
    <>
      <Boton
        icono="descargar"
        isPending={descargando !== null}
        aria-label={`Descargar CSV: ${titulo}`}
        onPress={() => void download(hrefOf('/obras/resumen.csv', { ...filtros, por }))}
      >
        Descargar CSV
      </Boton>
      {descargando}
    </>
  );
}
