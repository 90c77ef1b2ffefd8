import { api, read } from '../../core/api.ts';
import { announce } from '../../core/piezas/avisos.tsx';
import { Confirmacion } from '../../core/piezas/dialogo.tsx';
import { useReread } from '../../core/piezas/releer.ts';
import { Editor } from '../../core/records/editor.tsx';
import { contratoOf, convenioOf, ejecucionOf } from './campos.ts';
import { CorregirAvance } from './corregir-avance.tsx';
import type { Contrato, Seguimiento } from './estado.ts';
import { dayInWords } from './palabras.ts';
import { Programar } from './programar.tsx';

// The tasks that write a work's follow-up on its sheet: each in a drawer over it.

/** The task under way. */
export type Tarea =
  | { que: 'avance'; avance: Seguimiento['avances'][number] }
  | { que: 'programa' | 'quitar programa' | 'ejecucion' }
  | { que: 'contrato'; contrato?: Contrato }
  | { que: 'convenio'; contrato: Contrato; convenio?: Contrato['convenios'][number] };

interface Props {
  obraId: number;
  seguimiento: Seguimiento;
  tarea: Tarea;
  onClose: () => void;
}

/** The drawer of the task under way. */
export function TareaAbierta({ tarea, ...props }: Props) {
  const { obraId, seguimiento, onClose } = props;
  switch (tarea.que) {
    case 'avance':
      return <CorregirAvance obraId={obraId} avance={tarea.avance} onClose={onClose} />;
    case 'programa':
      return <Programar obraId={obraId} programa={seguimiento.programa} onClose={onClose} />;
    case 'quitar programa':
      return <QuitarPrograma {...props} />;
    case 'ejecucion':
      return <Editor {...ejecucionOf(obraId)} onClose={onClose} />;
    case 'contrato':
      return <Editor {...contratoOf(obraId, tarea.contrato)} onClose={onClose} />;
    case 'convenio':
      return <Editor {...convenioOf(obraId, tarea.contrato, tarea.convenio)} onClose={onClose} />;
  }
}

/** The newest programme goes: none is ever changed. */
function QuitarPrograma({ obraId, seguimiento: { programa }, onClose }: Omit<Props, 'tarea'>) {
  const reread = useReread();
  const version = programa?.version ?? 0;
  return (
    <Confirmacion
      titulo={version === 1 ? 'Eliminar el programa original' : 'Eliminar la reprogramación'}
      accion="Eliminar el programa"
      isOpen
      onClose={onClose}
      onConfirm={async () => {
        await read(
          api.DELETE('/obras/{id}/programas/{version}', {
            params: { path: { id: obraId, version } },
          }),
        );
        announce('Se eliminó el programa.');
        await reread();
      }}
    >
      <p>
        Se eliminará la versión {version}, del {dayInWords(programa?.fechaInicio ?? '')} al{' '}
        {dayInWords(programa?.fechaTermino ?? '')}.{' '}
        {version === 1 ? 'La obra quedará sin programa.' : 'Valdrá otra vez la anterior.'} No se
        puede deshacer; queda en el historial de la obra.
      </p>
    </Confirmacion>
  );
}
