import type { Valores } from '../../core/records/campo.ts';
import { Editor } from '../../core/records/editor.tsx';
import { avanceAt } from './consultas.ts';
import type { Avance } from './estado.ts';
import { dayInWords, percent } from './palabras.ts';
import { CAMPOS } from './reporte.ts';

/** The fields in the words of the form of a new report, which knows whether the work is late. */
const CORREGIDOS = CAMPOS.map((campo) =>
  campo.nombre === 'causaAtraso'
    ? { ...campo, nada: 'No va atrasada, o sin causa conocida' }
    : campo,
);

/** Corrects or deletes a report in a drawer. */
export function CorregirAvance({
  obraId,
  avance: { id, fechaCorte, avanceFisico },
  ...props
}: {
  obraId: number;
  avance: Avance;
  /** Values typed for that day already, over the report's own. */
  escrito?: Valores;
  onClose: () => void;
  /** Called when the report is corrected, and when it is deleted. */
  onSaved?: () => void;
  onDeleted?: () => void;
}) {
  const which = `el avance al ${dayInWords(fechaCorte)}`;
  return (
    <Editor
      {...props}
      titulo={`Corregir ${which}`}
      recurso={avanceAt(obraId, id)}
      campos={CORREGIDOS}
      unico="fechaCorte"
      hecho="Se corrigió el avance."
      elimina={{
        titulo: 'Eliminar este avance',
        accion: 'Eliminar el avance',
        pregunta: `Se eliminará el avance de ${percent(avanceFisico)} al ${dayInWords(fechaCorte)}.`,
        hecho: `Se eliminó ${which}.`,
      }}
    />
  );
}
