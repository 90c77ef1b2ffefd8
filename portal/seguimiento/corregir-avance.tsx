import { useState } from 'react';
import { api, etagOf, read, readWhole, type Schema } from '../api.ts';
import { Avance as ETIQUETAS } from '../etiquetas.ts';
import { announce } from '../piezas/avisos.tsx';
import { Boton } from '../piezas/boton.tsx';
import { Confirmacion } from '../piezas/dialogo.tsx';
import { type Campo, Editor, type Valores } from '../piezas/editor.tsx';
import { useReread } from '../piezas/releer.ts';
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
  onClose,
  onSaved,
}: {
  obraId: number;
  avance: Avance;
  onClose: () => void;
  /** What else is to be done when it is corrected or deleted. */
  onSaved?: () => void;
}) {
  const [isDeleting, setDeleting] = useState(false);
  const reread = useReread();
  const path = { id: obraId, avanceId: id };
  const one = '/obras/{id}/avances/{avanceId}';
  const done = async () => {
    onSaved?.();
    await reread('seguimiento', 'obras', 'mapa', 'resumen');
  };
  if (isDeleting) {
    return (
      <Confirmacion
        titulo="Eliminar este avance"
        accion="Eliminar el avance"
        isOpen
        onClose={onClose}
        onConfirm={async () => {
          await read(api.DELETE(one, { params: { path } }));
          announce(`Se eliminó el avance al ${dayInWords(fechaCorte)}.`);
          await done();
        }}
      >
        <p>
          Se eliminará el avance de {percent(avanceFisico)} al {dayInWords(fechaCorte)}. No se puede
          deshacer; queda en el historial de la obra.
        </p>
      </Confirmacion>
    );
  }
  return (
    <Editor
      titulo={`Corregir el avance al ${dayInWords(fechaCorte)}`}
      campos={CAMPOS}
      unico="fechaCorte"
      lee={async () => {
        const { data, headers } = await readWhole(api.GET(one, { params: { path } }));
        return { valores: data as unknown as Valores, etag: etagOf(headers) };
      }}
      guarda={async (body, etag) => {
        await read(
          api.PATCH(one, {
            params: { path, header: { 'if-match': etag } },
            body: body as Schema<'CambiosAvance'>,
          }),
        );
        await done();
      }}
      accion="Guardar cambios"
      hecho="Se corrigió el avance."
      onClose={onClose}
    >
      <div>
        <Boton icono="eliminar" onPress={() => setDeleting(true)}>
          Eliminar este avance
        </Boton>
      </div>
    </Editor>
  );
}
