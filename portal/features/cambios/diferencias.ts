import { dayInWords } from '../../../src/core/base/time.ts';
import { counted, money } from '../../core/formato.ts';
import { placesInWords } from '../../core/obras/historial/lugares.ts';
import type { Obra } from '../../core/obras/obra.ts';
import { Avance, Ejecucion, Obra as ETIQUETAS } from '../../generado/etiquetas.ts';
import type { Seguimiento } from '../seguimiento/estado.ts';

// What is otherwise today in a work, field by field and in words.

/** A field with its value then and today. */
export interface Diferencia {
  nombre: string;
  entonces: string;
  hoy: string;
}

/** A work, and its follow-up as far as it is known. */
export interface EstadoDeObra {
  obra: Obra;
  seguimiento?: Seguimiento | undefined;
}

const SIN = 'Sin dato';
const orNone = (text: string | null | undefined) => text || SIN;
const dayText = (text: string | null | undefined) => (text ? dayInWords(text) : SIN);
const amountText = (value: number | null | undefined) => (value == null ? SIN : money(value));

const DE_OBRA: [nombre: string, (obra: Obra) => string][] = [
  [ETIQUETAS.claveUnica, ({ claveUnica }) => claveUnica],
  [ETIQUETAS.numeroObra, (obra) => `${obra.numeroObra} de ${obra.ejercicioFiscal.anio}`],
  [ETIQUETAS.nombre, ({ nombre }) => nombre],
  [ETIQUETAS.descripcion, ({ descripcion }) => orNone(descripcion)],
  [ETIQUETAS.monto, ({ monto }) => money(monto)],
  [
    ETIQUETAS.dependenciaId,
    ({ dependencia: { nombre, siglas } }) => (siglas ? `${nombre} (${siglas})` : nombre),
  ],
  [ETIQUETAS.municipioId, ({ municipio }) => municipio.nombre],
  [ETIQUETAS.tipoProyectoId, ({ tipoProyecto }) => tipoProyecto?.nombre ?? 'Sin tipo'],
  [ETIQUETAS.estatusObraId, ({ estatusObra }) => estatusObra.nombre],
];

const DE_SEGUIMIENTO: [nombre: string, (of: Seguimiento) => string][] = [
  [
    Avance.avanceFisico,
    ({ avance }) => (avance ? `${avance.avanceFisico} % al ${dayInWords(avance.fechaCorte)}` : SIN),
  ],
  [
    Avance.montoPagado,
    ({ pagado }) =>
      pagado ? `${money(pagado.montoPagado)} al ${dayInWords(pagado.fechaCorte)}` : SIN,
  ],
  ['Término al inicio', ({ atraso }) => dayText(atraso.fechaTerminoBase)],
  ['Término vigente', ({ atraso }) => dayText(atraso.fechaTerminoVigente)],
  [Ejecucion.fechaInicioReal, ({ ejecucion }) => dayText(ejecucion.fechaInicioReal)],
  [Ejecucion.fechaTerminoReal, ({ ejecucion }) => dayText(ejecucion.fechaTerminoReal)],
  [Ejecucion.fechaEntregaRecepcion, ({ ejecucion }) => dayText(ejecucion.fechaEntregaRecepcion)],
  [Ejecucion.montoFinal, ({ ejecucion }) => amountText(ejecucion.montoFinal)],
  ['Contratos', ({ contratos }) => contratos.map(contratoInWords).join('\n') || 'Ninguno'],
];

/** A contract by what changes in it: «SOP-2 con Constructora, S.A., por $1.00, hasta el 1 de mayo de 2026, 2 convenios». */
const contratoInWords = (one: Seguimiento['contratos'][number]): string =>
  [
    `${one.numero} con ${one.contratista}`,
    one.montoVigente === null ? 'sin monto final' : `por ${money(one.montoVigente)}`,
    `hasta el ${dayInWords(one.fechaTerminoVigente)}`,
    ...(one.convenios.length > 0 ? [counted(one.convenios.length, 'convenio', 'convenios')] : []),
  ].join(', ');

/** What is otherwise today, in the order of the sheet; the follow-up as far as both have been read. */
export function diferenciasOf(entonces: EstadoDeObra, hoy: EstadoDeObra): Diferencia[] {
  const [antes, ahora] = [entonces.seguimiento, hoy.seguimiento];
  return [
    ...DE_OBRA.map(([nombre, tell]) => ({
      ...{ nombre, entonces: tell(entonces.obra), hoy: tell(hoy.obra) },
    })),
    placesThen(entonces.obra, hoy.obra),
    ...(antes && ahora
      ? DE_SEGUIMIENTO.map(([nombre, tell]) => ({
          nombre,
          entonces: tell(antes),
          hoy: tell(ahora),
        }))
      : []),
  ].filter((one) => one.entonces !== one.hoy);
}

/** The places of both; those that read the same and are not say so. */
function placesThen(entonces: Obra, hoy: Obra): Diferencia {
  const [one, other] = [entonces, hoy].map(
    ({ ubicaciones }) => placesInWords(ubicaciones) || 'Ninguna',
  ) as [string, string];
  const isSame = JSON.stringify(placesWithoutId(entonces)) === JSON.stringify(placesWithoutId(hoy));
  return {
    nombre: ETIQUETAS.ubicaciones,
    entonces: one,
    hoy: one === other && !isSame ? `${other}\nCon otro dibujo u otros datos.` : other,
  };
}

/** Without their ids: a list that was written again has others. */
const placesWithoutId = ({ ubicaciones }: Obra) => ubicaciones.map(({ id: _, ...place }) => place);
