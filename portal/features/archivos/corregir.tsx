import { type Descriptor, Editor } from '../../core/records/editor.tsx';
import { recursoAt } from '../../core/records/resource.ts';
import { useSeguimiento } from '../seguimiento/consultas.ts';
import { camposDeDocumento, camposDeFoto } from './campos.ts';
import { isFoto } from './consultas.ts';
import type { Archivo } from './enviar.ts';

interface Props {
  obraId: number;
  archivo: Archivo;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Corrects or deletes a photo or a document in a drawer. */
export default function CorregirArchivo({ obraId, archivo, ...props }: Props) {
  const { data: seguimiento } = useSeguimiento(obraId);
  const { id, titulo } = archivo;
  const words: Pick<Descriptor, 'titulo' | 'campos' | 'hecho' | 'elimina'> = isFoto(archivo)
    ? {
        titulo: 'Corregir la foto',
        campos: camposDeFoto(seguimiento, archivo),
        hecho: 'Se corrigió la foto.',
        elimina: {
          titulo: 'Eliminar esta foto',
          accion: 'Eliminar la foto',
          pregunta: `Se eliminará la foto «${titulo}».`,
          hecho: 'Se eliminó la foto.',
        },
      }
    : {
        titulo: 'Corregir el documento',
        campos: camposDeDocumento(seguimiento),
        hecho: 'Se corrigió el documento.',
        elimina: {
          titulo: 'Eliminar este documento',
          accion: 'Eliminar el documento',
          pregunta: `Se eliminará el documento «${titulo}».`,
          hecho: 'Se eliminó el documento.',
        },
      };
  return (
    <Editor
      {...words}
      {...props}
      recurso={recursoAt('/obras/{id}/archivos/{archivoId}', { id: obraId, archivoId: id })}
    />
  );
}
