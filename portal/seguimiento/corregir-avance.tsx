import { api, etagOf, read, readWhole, type Schema } from '../api.ts';
import { Avance as ETIQUETAS } from '../generado/etiquetas.ts';
import { type Campo, Editor, type Valores } from '../piezas/editor.tsx';
import { useReread } from '../piezas/releer.ts';
import { ConEliminar } from './con-eliminar.tsx';
import type { Avance } from './consultas.ts';
import { CAUSAS, dayInWords, optionsOf, percent } from './palabras.ts';

const CAMPOS: Campo[] = [
  { nombre: 'fechaCorte', etiqueta: ETIQUETAS.fechaCorte, tipo: 'fecha' },
  { nombre: 'avanceFisico', etiqueta: `${ETIQUETAS.avanceFisico} (%)`, tipo: 'porciento' },
  { nombre: 'montoPagado', etiqueta: ETIQUETAS.montoPagado, tipo: 'monto', esOpcional: true },
  {
    nombre: 'causaAtraso',
    etiqueta: ETIQUETAS.causaAtraso,
    tipo: 'seleccion',
    esOpcional: true,
    opciones: optionsOf(CAUSAS),
  },
  {
    nombre: 'observaciones',
    etiqueta: ETIQUETAS.observaciones,
    tipo: 'largo',
    esOpcional: true,
    vacio: '',
    ayuda: 'Si algo baja respecto de un corte anterior, diga aquí por qué.',
  },
];

/** Corrects or deletes a report in a drawer. */
export function CorregirAvance({
  obraId,
  avance: { id, fechaCorte, avanceFisico },
  escrito,
  onClose,
  onSaved,
  onDeleted,
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
  const reread = useReread();
  const path = { id: obraId, avanceId: id };
  const one = '/obras/{id}/avances/{avanceId}';
  const done = async (then?: () => void) => {
    then?.();
    await reread();
  };
  const which = `el avance al ${dayInWords(fechaCorte)}`;
  return (
    <ConEliminar
      titulo="Eliminar este avance"
      accion="Eliminar el avance"
      pregunta={`Se eliminará el avance de ${percent(avanceFisico)} al ${dayInWords(fechaCorte)}.`}
      hecho={`Se eliminó ${which}.`}
      elimina={async (etag) => {
        await read(api.DELETE(one, { params: { path, header: { 'if-match': etag } } }));
        await done(onDeleted);
      }}
      onClose={onClose}
    >
      {(borrar, onRead) => (
        <Editor
          titulo={`Corregir ${which}`}
          campos={CAMPOS}
          unico="fechaCorte"
          escrito={escrito}
          lee={async () => {
            const { data, headers } = await readWhole(api.GET(one, { params: { path } }));
            const etag = etagOf(headers);
            onRead(etag);
            return { valores: data as unknown as Valores, etag };
          }}
          guarda={async (body, etag) => {
            await read(
              api.PATCH(one, {
                params: { path, header: { 'if-match': etag } },
                body: body as Schema<'CambiosAvance'>,
              }),
            );
            await done(onSaved);
          }}
          accion="Guardar cambios"
          hecho="Se corrigió el avance."
          onClose={onClose}
        >
          {borrar}
        </Editor>
      )}
    </ConEliminar>
  );
}
