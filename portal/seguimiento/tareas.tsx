import { api, etagOf, read, readWhole, type Schema } from '../api.ts';
import { counted } from '../formato.ts';
import {
  Contrato as DE_CONTRATO,
  Convenio as DE_CONVENIO,
  Ejecucion,
} from '../generado/etiquetas.ts';
import { announce } from '../piezas/avisos.tsx';
import { Confirmacion } from '../piezas/dialogo.tsx';
import { type Campo, Editor, type Valores } from '../piezas/editor.tsx';
import { useReread } from '../piezas/releer.ts';
import { ConEliminar } from './con-eliminar.tsx';
import type { Avance, Contrato, Seguimiento } from './consultas.ts';
import { CorregirAvance } from './corregir-avance.tsx';
import { dayInWords, NATURALEZAS, optionsOf, PROCEDIMIENTOS, TERMINACIONES } from './palabras.ts';
import { Programar } from './programar.tsx';

// The tasks that write a work's follow-up on its sheet: each in a drawer over it.

/** The task under way. */
export type Tarea =
  | { que: 'avance'; avance: Avance }
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
      return <CorregirEjecucion {...props} />;
    case 'contrato':
      return tarea.contrato ? (
        <CorregirContrato {...props} contrato={tarea.contrato} />
      ) : (
        <AgregarContrato {...props} />
      );
    case 'convenio':
      return tarea.convenio ? (
        <CorregirConvenio {...props} contrato={tarea.contrato} convenio={tarea.convenio} />
      ) : (
        <AgregarConvenio {...props} contrato={tarea.contrato} />
      );
  }
}

type Inside = Omit<Props, 'tarea'>;

/** Reads the works' follow-up anew. */
function useDone() {
  const reread = useReread();
  return () => reread();
}

/** A new record's fields without the empty ones, so the registry says that they are missing. */
const filledFields = (valores: Valores): object =>
  Object.fromEntries(Object.entries(valores).filter(([, valor]) => valor !== null && valor !== ''));

// Programa and ejecución --------------------------------------------------------------------------

function QuitarPrograma({ obraId, seguimiento: { programa }, onClose }: Inside) {
  const done = useDone();
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
        await done();
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

const DE_EJECUCION: Campo[] = [
  ...(['fechaInicioReal', 'fechaTerminoReal', 'fechaEntregaRecepcion'] as const).map(
    (nombre): Campo => ({
      nombre,
      etiqueta: Ejecucion[nombre],
      tipo: 'fecha',
      esOpcional: true,
    }),
  ),
  {
    nombre: 'montoFinal',
    etiqueta: Ejecucion.montoFinal,
    tipo: 'monto',
    esOpcional: true,
    ayuda: 'Lo que costó, con IVA.',
  },
  {
    nombre: 'alcanceFinal',
    etiqueta: Ejecucion.alcanceFinal,
    tipo: 'largo',
    esOpcional: true,
    ayuda: 'Qué se construyó al final.',
  },
  {
    nombre: 'motivoVariacion',
    etiqueta: Ejecucion.motivoVariacion,
    tipo: 'largo',
    esOpcional: true,
    ayuda: 'Por qué costó, tardó o abarcó otra cosa que lo previsto.',
  },
];

function CorregirEjecucion({ obraId, onClose }: Inside) {
  const done = useDone();
  const path = { id: obraId };
  return (
    <Editor
      titulo="Fechas reales y cierre"
      campos={DE_EJECUCION}
      lee={async () => {
        const { data, headers } = await readWhole(
          api.GET('/obras/{id}/ejecucion', { params: { path } }),
        );
        return { valores: data as Valores, etag: etagOf(headers) };
      }}
      guarda={async (body, etag) => {
        await read(
          api.PATCH('/obras/{id}/ejecucion', {
            params: { path, header: { 'if-match': etag } },
            body: body as Schema<'CambiosEjecucion'>,
          }),
        );
        await done();
      }}
      accion="Guardar cambios"
      hecho="Se guardaron las fechas reales y el cierre."
      onClose={onClose}
    />
  );
}

// Contratos ---------------------------------------------------------------------------------------

/** A contract's fields when it is signed. */
const FIRMADO: Campo[] = [
  { nombre: 'numero', etiqueta: DE_CONTRATO.numero, tipo: 'texto' },
  {
    nombre: 'naturaleza',
    etiqueta: DE_CONTRATO.naturaleza,
    tipo: 'seleccion',
    opciones: optionsOf(NATURALEZAS),
  },
  { nombre: 'objeto', etiqueta: DE_CONTRATO.objeto, tipo: 'largo', ayuda: 'Qué se contrata.' },
  {
    nombre: 'contratista',
    etiqueta: DE_CONTRATO.contratista,
    tipo: 'texto',
    ayuda: 'Nombre o razón social.',
  },
  {
    nombre: 'contratistaRfc',
    etiqueta: DE_CONTRATO.contratistaRfc,
    tipo: 'texto',
    esOpcional: true,
  },
  {
    nombre: 'monto',
    etiqueta: DE_CONTRATO.monto,
    tipo: 'monto',
    ayuda: 'El que se firmó, con IVA.',
  },
  { nombre: 'anticipo', etiqueta: DE_CONTRATO.anticipo, tipo: 'monto', esOpcional: true },
  { nombre: 'fechaFirma', etiqueta: DE_CONTRATO.fechaFirma, tipo: 'fecha' },
  { nombre: 'fechaInicio', etiqueta: DE_CONTRATO.fechaInicio, tipo: 'fecha' },
  { nombre: 'fechaTermino', etiqueta: DE_CONTRATO.fechaTermino, tipo: 'fecha' },
  {
    nombre: 'procedimiento',
    etiqueta: DE_CONTRATO.procedimiento,
    tipo: 'seleccion',
    esOpcional: true,
    opciones: optionsOf(PROCEDIMIENTOS),
  },
  {
    nombre: 'numeroProponentes',
    etiqueta: DE_CONTRATO.numeroProponentes,
    tipo: 'entero',
    esOpcional: true,
  },
  {
    nombre: 'url',
    etiqueta: DE_CONTRATO.url,
    tipo: 'texto',
    esOpcional: true,
    ayuda: 'Dónde está publicado: empieza con https://',
  },
  { nombre: 'ocid', etiqueta: DE_CONTRATO.ocid, tipo: 'texto', esOpcional: true },
];

/** A contract's fields when it is over. */
const TERMINADO: Campo[] = [
  {
    nombre: 'terminacion',
    etiqueta: DE_CONTRATO.terminacion,
    tipo: 'seleccion',
    esOpcional: true,
    opciones: optionsOf(TERMINACIONES),
    ayuda: 'Sólo si el contrato ya terminó.',
  },
  {
    nombre: 'fechaTerminacion',
    etiqueta: DE_CONTRATO.fechaTerminacion,
    tipo: 'fecha',
    esOpcional: true,
  },
  { nombre: 'montoFinal', etiqueta: DE_CONTRATO.montoFinal, tipo: 'monto', esOpcional: true },
  {
    nombre: 'fechaEntregaRecepcion',
    etiqueta: DE_CONTRATO.fechaEntregaRecepcion,
    tipo: 'fecha',
    esOpcional: true,
  },
  {
    nombre: 'motivoTerminacion',
    etiqueta: DE_CONTRATO.motivoTerminacion,
    tipo: 'largo',
    esOpcional: true,
    ayuda: 'Obligatorio si terminó antes de tiempo o se rescindió.',
  },
];
const DEL_CONTRATO = [...FIRMADO, ...TERMINADO];

const CONTRATO = '/obras/{id}/contratos/{contratoId}';

/** A contract as it is now. */
async function readContrato(path: { id: number; contratoId: number }) {
  const { data, headers } = await readWhole(api.GET(CONTRATO, { params: { path } }));
  return { contrato: data, etag: etagOf(headers) };
}

function AgregarContrato({ obraId, onClose }: Inside) {
  const done = useDone();
  return (
    <Editor
      titulo="Agregar un contrato"
      campos={DEL_CONTRATO}
      inicial={{ naturaleza: 'OBRA' }}
      unico="numero"
      guarda={async (valores, key) => {
        await read(
          api.POST('/obras/{id}/contratos', {
            params: { path: { id: obraId }, header: { 'idempotency-key': key } },
            body: filledFields(valores) as Schema<'NuevoContrato'>,
          }),
        );
        await done();
      }}
      accion="Agregar el contrato"
      hecho="Se agregó el contrato."
      onClose={onClose}
    />
  );
}

function CorregirContrato({
  obraId,
  contrato: { id, numero, convenios },
  onClose,
}: Inside & { contrato: Contrato }) {
  const path = { id: obraId, contratoId: id };
  const done = useDone();
  const many = counted(convenios.length, 'convenio', 'convenios');
  return (
    <ConEliminar
      titulo="Eliminar este contrato"
      accion="Eliminar el contrato"
      pregunta={`Se eliminará el contrato ${numero}${convenios.length > 0 ? ` con ${many}` : ''}.`}
      hecho={`Se eliminó el contrato ${numero}.`}
      elimina={async (etag) => {
        await read(api.DELETE(CONTRATO, { params: { path, header: { 'if-match': etag } } }));
        await done();
      }}
      onClose={onClose}
    >
      {(borrar, onRead) => (
        <Editor
          titulo={`Corregir el contrato ${numero}`}
          campos={DEL_CONTRATO}
          unico="numero"
          lee={async () => {
            const { contrato, etag } = await readContrato(path);
            onRead(etag);
            return { valores: contrato as unknown as Valores, etag };
          }}
          guarda={async (body, etag) => {
            await read(
              api.PATCH(CONTRATO, {
                params: { path, header: { 'if-match': etag } },
                body: body as Schema<'CambiosContrato'>,
              }),
            );
            await done();
          }}
          accion="Guardar cambios"
          hecho="Se corrigió el contrato."
          onClose={onClose}
        >
          {borrar}
        </Editor>
      )}
    </ConEliminar>
  );
}

// Convenios ---------------------------------------------------------------------------------------

const DEL_CONVENIO: Campo[] = [
  { nombre: 'fecha', etiqueta: DE_CONVENIO.fecha, tipo: 'fecha' },
  {
    nombre: 'justificacion',
    etiqueta: DE_CONVENIO.justificacion,
    tipo: 'largo',
    ayuda: 'Por qué cambia el contrato.',
  },
  {
    nombre: 'montoNuevo',
    etiqueta: DE_CONVENIO.montoNuevo,
    tipo: 'monto',
    esOpcional: true,
    ayuda: 'De todo el contrato desde entonces, con IVA; vacío si no cambia.',
  },
  {
    nombre: 'fechaTerminoNueva',
    etiqueta: DE_CONVENIO.fechaTerminoNueva,
    tipo: 'fecha',
    esOpcional: true,
    ayuda: 'Vacía si no cambia.',
  },
  {
    nombre: 'alcance',
    etiqueta: DE_CONVENIO.alcance,
    tipo: 'largo',
    esOpcional: true,
    ayuda: 'Qué se agrega o se quita; vacío si no cambia.',
  },
];

const CONVENIO = '/obras/{id}/contratos/{contratoId}/convenios/{convenioId}';

function AgregarConvenio({
  obraId,
  contrato: { id, numero },
  onClose,
}: Inside & { contrato: Contrato }) {
  const done = useDone();
  return (
    <Editor
      titulo={`Agregar un convenio al contrato ${numero}`}
      campos={DEL_CONVENIO}
      guarda={async (valores, key) => {
        const path = { id: obraId, contratoId: id };
        await read(
          api.POST('/obras/{id}/contratos/{contratoId}/convenios', {
            params: { path, header: { 'idempotency-key': key } },
            body: filledFields(valores) as Schema<'NuevoConvenio'>,
          }),
        );
        await done();
      }}
      accion="Agregar el convenio"
      hecho="Se agregó el convenio."
      onClose={onClose}
    />
  );
}

function CorregirConvenio({
  obraId,
  contrato,
  convenio,
  onClose,
}: Inside & { contrato: Contrato; convenio: Contrato['convenios'][number] }) {
  const done = useDone();
  const path = { id: obraId, contratoId: contrato.id };
  const one = { ...path, convenioId: convenio.id };
  const which = `el convenio del ${dayInWords(convenio.fecha)}`;
  return (
    <ConEliminar
      titulo="Eliminar este convenio"
      accion="Eliminar el convenio"
      pregunta={`Se eliminará ${which} al contrato ${contrato.numero}.`}
      hecho="Se eliminó el convenio."
      elimina={async (etag) => {
        await read(api.DELETE(CONVENIO, { params: { path: one, header: { 'if-match': etag } } }));
        await done();
      }}
      onClose={onClose}
    >
      {(borrar, onRead) => (
        <Editor
          titulo={`Corregir ${which}`}
          campos={DEL_CONVENIO}
          lee={async () => {
            const { contrato: now, etag } = await readContrato(path);
            onRead(etag);
            // One that somebody has deleted meanwhile is found missing when it is written.
            const current = now.convenios.find(({ id }) => id === convenio.id) ?? convenio;
            return { valores: current as Valores, etag };
          }}
          guarda={async (body, etag) => {
            await read(
              api.PATCH(CONVENIO, {
                params: { path: one, header: { 'if-match': etag } },
                body: body as Schema<'CambiosConvenio'>,
              }),
            );
            await done();
          }}
          accion="Guardar cambios"
          hecho="Se corrigió el convenio."
          onClose={onClose}
        >
          {borrar}
        </Editor>
      )}
    </ConEliminar>
  );
}
