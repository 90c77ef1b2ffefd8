import { Avance as ETIQUETAS } from '../generado/etiquetas.ts';
import { Editor } from '../records/editor.tsx';
import { camposOf, inWords, OPCIONAL, type Valores, written } from '../records/field.tsx';
import { recursoAt } from '../records/resource.ts';
import type { Avance } from './consultas.ts';
import { CAUSAS, dayInWords, optionsOf, percent } from './palabras.ts';

const de = camposOf(ETIQUETAS);
const CAMPOS = [
  de('fechaCorte', 'fecha'),
  de('avanceFisico', 'porciento', { etiqueta: `${ETIQUETAS.avanceFisico} (%)` }),
  de('montoPagado', 'monto', OPCIONAL),
  de('causaAtraso', 'seleccion', { ...OPCIONAL, opciones: optionsOf(CAUSAS) }),
  de('observaciones', 'largo', {
    ...OPCIONAL,
    vacio: '',
    ayuda: 'Si algo baja respecto de un corte anterior, diga aquí por qué.',
  }),
];

/** A field of a report as people read it. */
export const avanceInWords = (nombre: string, valores: Valores): string => {
  const campo = CAMPOS.find((one) => one.nombre === nombre);
  return campo ? inWords(campo, written(campo, valores)) : '';
};

/** A report by its address. */
export const avanceAt = (id: number, avanceId?: number) =>
  recursoAt('/obras/{id}/avances/{avanceId}', { id, ...(avanceId && { avanceId }) });

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
      campos={CAMPOS}
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
