import type { Static } from 'typebox';
import { labelOf } from '../../../core/base/text.ts';
import { OBRA } from '../../../core/obras/campos.ts';
import { AVANCE, EJECUCION } from '../../seguimiento/campos.ts';
import type { Avance, Programa, Seguimiento } from '../../seguimiento/schema.ts';

// The fields by which a work of one cut is compared with the same work of another.

/** A work with its follow-up as a cut has them, by the members that are read here. */
export interface ObraEnCorte {
  obra: {
    id: number;
    numeroObra: number;
    claveUnica: string;
    nombre: string;
    descripcion: string;
    monto: number;
    ejercicioFiscalId: number;
    ejercicioFiscal: { anio: number };
    dependenciaId: number;
    dependencia: Named;
    municipioId: number;
    municipio: Named;
    tipoProyectoId: number | null;
    tipoProyecto: Named | null;
    estatusObraId: number;
    estatusObra: Named;
    ubicaciones: { direccion: string }[];
  };
  seguimiento: Omit<Static<typeof Seguimiento>, 'avance' | 'pagado' | 'programa' | 'base'> & {
    avance: Static<typeof Avance> | null;
    pagado: { montoPagado: number } | null;
    programa: Static<typeof Programa> | null;
    base: Static<typeof Programa> | null;
  };
}
interface Named {
  nombre: string;
}

/** A value that is shown: an amount in MXN, a per cent, a number, a day or a text; null where there is none. */
export type ValorComparado = string | number | null;

/** A field that is compared. Derived figures that follow from others, or grow by the day, are none. */
export interface CampoComparado {
  /** Its label. */
  nombre: string;
  tipo: 'importe' | 'porcentaje' | 'numero' | 'fecha' | 'texto';
  /** The value that is shown. */
  valor(de: ObraEnCorte): ValorComparado;
  /** What is compared, where that is not the shown value. */
  compara?(de: ObraEnCorte): unknown;
}

const ownField = (name: keyof typeof OBRA, tipo: CampoComparado['tipo']): CampoComparado => ({
  ...{ nombre: labelOf(OBRA[name]), tipo },
  valor: ({ obra }) => obra[name],
});
/** A record of a catalog is another where its id is: one that got another name is the same. */
const ofCatalogo = (
  name: keyof typeof OBRA,
  valor: (obra: ObraEnCorte['obra']) => ValorComparado,
  tipo: CampoComparado['tipo'] = 'texto',
): CampoComparado => ({
  ...{ nombre: labelOf(OBRA[name]), tipo },
  valor: ({ obra }) => valor(obra),
  compara: ({ obra }) => obra[name],
});
const ofEjecucion = (
  name: keyof typeof EJECUCION,
  tipo: CampoComparado['tipo'],
): CampoComparado => ({
  ...{ nombre: labelOf(EJECUCION[name]), tipo },
  valor: ({ seguimiento: { ejecucion } }) => ejecucion[name],
});

/** Elements of a list that its text names. */
const MOST_LISTED = 3;

/** A list in a text: how many, and the first of them. */
function listedNames(all: string[], one: string, many: string): ValorComparado {
  if (all.length === 0) return null;
  const named = all.slice(0, MOST_LISTED).join('; ');
  const rest = all.length > MOST_LISTED ? `; y ${all.length - MOST_LISTED} más` : '';
  return `${all.length} ${all.length === 1 ? one : many}: ${named}${rest}`;
}

/** All fields, in the order of a work's sheet. */
export const CAMPOS: Record<string, CampoComparado> = {
  claveUnica: ownField('claveUnica', 'texto'),
  numeroObra: ownField('numeroObra', 'numero'),
  nombre: ownField('nombre', 'texto'),
  descripcion: ownField('descripcion', 'texto'),
  monto: ownField('monto', 'importe'),
  ejercicioFiscal: ofCatalogo('ejercicioFiscalId', (o) => o.ejercicioFiscal.anio, 'numero'),
  dependencia: ofCatalogo('dependenciaId', (o) => o.dependencia.nombre),
  municipio: ofCatalogo('municipioId', (o) => o.municipio.nombre),
  tipoProyecto: ofCatalogo('tipoProyectoId', (o) => o.tipoProyecto?.nombre ?? null),
  estatusObra: ofCatalogo('estatusObraId', (o) => o.estatusObra.nombre),
  ubicaciones: {
    ...{ nombre: 'Ubicaciones', tipo: 'texto' },
    valor: ({ obra }) =>
      listedNames(
        obra.ubicaciones.map(({ direccion }) => direccion),
        'ubicación',
        'ubicaciones',
      ),
    compara: ({ obra }) => obra.ubicaciones,
  },
  avanceFisico: {
    ...{ nombre: labelOf(AVANCE.avanceFisico), tipo: 'porcentaje' },
    valor: ({ seguimiento: { avance } }) => avance?.avanceFisico ?? null,
  },
  fechaCorte: {
    ...{ nombre: 'Fecha de corte del último avance', tipo: 'fecha' },
    valor: ({ seguimiento: { avance } }) => avance?.fechaCorte ?? null,
  },
  montoPagado: {
    ...{ nombre: labelOf(AVANCE.montoPagado), tipo: 'importe' },
    valor: ({ seguimiento: { pagado } }) => pagado?.montoPagado ?? null,
  },
  avances: {
    ...{ nombre: 'Avances', tipo: 'texto' },
    valor: ({ seguimiento: { avances } }) =>
      listedNames(
        (avances as { avanceFisico: number; fechaCorte: string }[])
          .map(({ avanceFisico, fechaCorte }) => `${avanceFisico} % al ${fechaCorte}`)
          .reverse(),
        'avance',
        'avances',
      ),
    compara: ({ seguimiento: { avances } }) => avances,
  },
  programa: {
    ...{ nombre: 'Programa', tipo: 'texto' },
    valor: ({ seguimiento: { programa } }) =>
      programa && `Versión ${programa.version}: ${programa.fechaInicio} a ${programa.fechaTermino}`,
    compara: ({ seguimiento: { programa, base } }) => [programa, base],
  },
  fechaTerminoVigente: {
    ...{ nombre: 'Fecha de término vigente', tipo: 'fecha' },
    valor: ({ seguimiento: { atraso } }) => atraso.fechaTerminoVigente,
  },
  fechaInicioReal: ofEjecucion('fechaInicioReal', 'fecha'),
  fechaTerminoReal: ofEjecucion('fechaTerminoReal', 'fecha'),
  fechaEntregaRecepcion: ofEjecucion('fechaEntregaRecepcion', 'fecha'),
  montoFinal: ofEjecucion('montoFinal', 'importe'),
  alcanceFinal: ofEjecucion('alcanceFinal', 'texto'),
  motivoVariacion: ofEjecucion('motivoVariacion', 'texto'),
  montoContratos: {
    ...{ nombre: 'Suma de los contratos de la obra', tipo: 'importe' },
    valor: ({ seguimiento: { baseDePago } }) =>
      baseDePago.de === 'CONTRATOS' ? baseDePago.monto : null,
  },
  contratos: {
    ...{ nombre: 'Contratos', tipo: 'texto' },
    valor: ({ seguimiento: { contratos } }) =>
      listedNames(
        contratos.map(({ numero, contratista }) => `${numero}, ${contratista}`),
        'contrato',
        'contratos',
      ),
    compara: ({ seguimiento: { contratos } }) => contratos,
  },
};

/**
 * Members that say nothing of a record: its id, which another has when a list was written again, and when it was written. The
 * others follow from something else, which is compared: a municipio's name from its id, and the share that was paid from the
 * work's amount.
 */
const UNCOMPARED = new Set(['id', 'municipio', 'avanceFinanciero', 'creadoEn', 'actualizadoEn']);

/**
 * Whether two values of JSON say the same, in whatever order of members and form of numbers. A member that is missing is null: an
 * older version of the program did not have it.
 */
export function isSameValue(one: unknown, other: unknown): boolean {
  if ((one ?? null) === (other ?? null)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  return Object.keys({ ...one, ...other })
    .filter((name) => !UNCOMPARED.has(name))
    .every((name) => isSameValue(one[name as keyof typeof one], other[name as keyof typeof other]));
}
