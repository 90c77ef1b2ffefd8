import { doubtOfRfc, tidyRfc } from '../../../src/features/seguimiento/rfc.ts';
import { counted } from '../../core/formato.ts';
import { camposOf, OPCIONAL, type Valores } from '../../core/records/campo.ts';
import type { Descriptor } from '../../core/records/editor.tsx';
import { type Recurso, recursoAt } from '../../core/records/resource.ts';
import {
  Contrato as DE_CONTRATO,
  Convenio as DE_CONVENIO,
  Ejecucion,
} from '../../generado/etiquetas.ts';
import type { Contrato } from './estado.ts';
import { dayInWords, NATURALEZAS, optionsOf, PROCEDIMIENTOS, TERMINACIONES } from './palabras.ts';

// The fields of a work's follow-up, and the forms that ask for them.

const deEjecucion = camposOf(Ejecucion);

const DE_EJECUCION = [
  deEjecucion('fechaInicioReal', 'fecha', OPCIONAL),
  deEjecucion('fechaTerminoReal', 'fecha', OPCIONAL),
  deEjecucion('fechaEntregaRecepcion', 'fecha', OPCIONAL),
  deEjecucion('montoFinal', 'monto', { ...OPCIONAL, ayuda: 'Lo que costó, con IVA.' }),
  deEjecucion('alcanceFinal', 'largo', { ...OPCIONAL, ayuda: 'Qué se construyó al final.' }),
  deEjecucion('motivoVariacion', 'largo', {
    ...OPCIONAL,
    ayuda: 'Por qué costó, tardó o abarcó otra cosa que lo previsto.',
  }),
];

/** The form of the work's real dates and its closing. */
export const ejecucionOf = (id: number): Descriptor => ({
  titulo: 'Fechas reales y cierre',
  recurso: recursoAt('/obras/{id}/ejecucion', { id }),
  campos: DE_EJECUCION,
  hecho: 'Se guardaron las fechas reales y el cierre.',
});

// Contratos ---------------------------------------------------------------------------------------

const deContrato = camposOf(DE_CONTRATO);

/** The doubt about an RFC as the registry would store it. It may be saved as it is. */
function doubtOfTyped(texto: string): string | undefined {
  const rfc = tidyRfc(texto.trim().toUpperCase());
  const doubt = rfc === '' ? undefined : doubtOfRfc(rfc);
  return doubt && `El RFC ${doubt}`;
}

const DEL_CONTRATO = [
  // When it is signed.
  deContrato('numero'),
  deContrato('naturaleza', 'seleccion', { opciones: optionsOf(NATURALEZAS) }),
  deContrato('objeto', 'largo', { ayuda: 'Qué se contrata.' }),
  deContrato('contratista', 'texto', { ayuda: 'Nombre o razón social.' }),
  deContrato('contratistaRfc', 'texto', { ...OPCIONAL, duda: doubtOfTyped }),
  deContrato('monto', 'monto', { ayuda: 'El que se firmó, con IVA.' }),
  deContrato('anticipo', 'monto', OPCIONAL),
  deContrato('presupuestoBase', 'monto', {
    ...OPCIONAL,
    ayuda: 'El de referencia con que se convocó, con IVA.',
  }),
  deContrato('fechaFirma', 'fecha'),
  deContrato('fechaInicio', 'fecha'),
  deContrato('fechaTermino', 'fecha'),
  deContrato('procedimiento', 'seleccion', { ...OPCIONAL, opciones: optionsOf(PROCEDIMIENTOS) }),
  deContrato('numeroProponentes', 'entero', OPCIONAL),
  deContrato('url', 'texto', {
    ...OPCIONAL,
    ayuda: 'Dónde está publicado: empieza con https://',
  }),
  deContrato('ocid', 'texto', OPCIONAL),
  // When it is over.
  deContrato('terminacion', 'seleccion', {
    ...OPCIONAL,
    nada: 'Sigue en pie',
    opciones: optionsOf(TERMINACIONES),
    ayuda: 'Sólo si el contrato ya terminó.',
  }),
  deContrato('fechaTerminacion', 'fecha', OPCIONAL),
  deContrato('montoFinal', 'monto', {
    ...OPCIONAL,
    ayuda: 'Lo que costó, con IVA. Si terminó antes de tiempo, cuenta por este monto.',
  }),
  deContrato('fechaEntregaRecepcion', 'fecha', OPCIONAL),
  deContrato('motivoTerminacion', 'largo', {
    ...OPCIONAL,
    ayuda: 'Obligatorio si terminó antes de tiempo o se rescindió.',
  }),
];

/** A contract by its address. */
const contratoAt = (id: number, contratoId?: number) =>
  recursoAt('/obras/{id}/contratos/{contratoId}', { id, ...(contratoId && { contratoId }) });

/** The form of a contract; of a new one where there is none. */
export function contratoOf(obraId: number, contrato: Contrato | undefined): Descriptor {
  const common = {
    recurso: contratoAt(obraId, contrato?.id),
    campos: DEL_CONTRATO,
    unico: 'numero',
  };
  if (!contrato) {
    return {
      ...common,
      titulo: 'Agregar un contrato',
      inicial: { naturaleza: 'OBRA' },
      accion: 'Agregar el contrato',
      hecho: 'Se agregó el contrato.',
    };
  }
  const { numero, convenios } = contrato;
  const many = counted(convenios.length, 'convenio', 'convenios');
  return {
    ...common,
    titulo: `Corregir el contrato ${numero}`,
    hecho: 'Se corrigió el contrato.',
    elimina: {
      titulo: 'Eliminar este contrato',
      accion: 'Eliminar el contrato',
      pregunta: `Se eliminará el contrato ${numero}${convenios.length > 0 ? ` con ${many}` : ''}.`,
      hecho: `Se eliminó el contrato ${numero}.`,
    },
  };
}

// Convenios ---------------------------------------------------------------------------------------

const deConvenio = camposOf(DE_CONVENIO);

const DEL_CONVENIO = [
  deConvenio('fecha', 'fecha'),
  deConvenio('justificacion', 'largo', { ayuda: 'Por qué cambia el contrato.' }),
  deConvenio('montoNuevo', 'monto', {
    ...OPCIONAL,
    ayuda: 'De todo el contrato desde entonces, con IVA; vacío si no cambia.',
  }),
  deConvenio('fechaTerminoNueva', 'fecha', { ...OPCIONAL, ayuda: 'Vacía si no cambia.' }),
  deConvenio('alcance', 'largo', {
    ...OPCIONAL,
    ayuda: 'Qué se agrega o se quita; vacío si no cambia.',
  }),
];

type Convenio = Contrato['convenios'][number];

const convenios = (contrato: Valores) => contrato.convenios as Valores[];

/** An agreement by its address. It is read with its contract, whose ETag is its own, and a new one is answered with it too. */
function convenioAt(id: number, contratoId: number, convenio: Convenio | undefined): Recurso {
  const ids = { id, contratoId, ...(convenio && { convenioId: convenio.id }) };
  const { create, ...recurso } = recursoAt(
    '/obras/{id}/contratos/{contratoId}/convenios/{convenioId}',
    ids,
  );
  const contrato = contratoAt(id, contratoId);
  return {
    ...recurso,
    ...(create && {
      create: async (body, clave) =>
        convenios(await create(body, clave)).reduce((a, b) =>
          Number(a.id) > Number(b.id) ? a : b,
        ),
    }),
    async read(made) {
      const { valores, etag } = await contrato.read();
      const before: Valores = made ?? { ...convenio };
      // One that another user has deleted meanwhile is found missing when it is written.
      return { valores: convenios(valores).find((one) => one.id === before.id) ?? before, etag };
    },
  };
}

/** The form of an agreement of a contract; of a new one where there is none. */
export function convenioOf(
  obraId: number,
  { id, numero }: Contrato,
  convenio: Convenio | undefined,
): Descriptor {
  const common = { recurso: convenioAt(obraId, id, convenio), campos: DEL_CONVENIO };
  if (!convenio) {
    return {
      ...common,
      titulo: `Agregar un convenio al contrato ${numero}`,
      accion: 'Agregar el convenio',
      hecho: 'Se agregó el convenio.',
    };
  }
  const which = `el convenio del ${dayInWords(convenio.fecha)}`;
  return {
    ...common,
    titulo: `Corregir ${which}`,
    hecho: 'Se corrigió el convenio.',
    elimina: {
      titulo: 'Eliminar este convenio',
      accion: 'Eliminar el convenio',
      pregunta: `Se eliminará ${which} al contrato ${numero}.`,
      hecho: 'Se eliminó el convenio.',
    },
  };
}
