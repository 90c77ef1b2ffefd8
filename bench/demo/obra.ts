import type { UbicacionDeDemo } from '../../src/commands/demo/expedientes.ts';
import type {
  ConvenioDeDemo,
  Ejecucion,
  ProgramaDeDemo,
} from '../../src/features/seguimiento/demo.ts';

/** A work to be registered; catalogs by name, since the database assigns their ids. */
export interface DemoObra {
  claveUnica: string;
  nombre: string;
  descripcion: string;
  /** Pesos, with a point before the cents. */
  monto: string;
  anio: number;
  /** The `nombre` of a `Dependencia` of the demonstration. */
  dependencia: string;
  tipo: string | null;
  estatus: string;
  municipioId: number;
  ubicaciones: UbicacionDeDemo[];
}

export interface Dependencia {
  nombre: string;
  siglas: string | null;
}

/** The follow-up of a work; amounts in pesos, dates as `AAAA-MM-DD`. */
export interface DemoSeguimiento {
  claveUnica: string;
  /** The baseline, and then each new plan with its `motivo`. */
  programas: ProgramaDeDemo[];
  avances: DemoAvance[];
  ejecucion?: Ejecucion;
  contratos: DemoContrato[];
}

export interface DemoAvance {
  fechaCorte: string;
  /** Percent of the whole work. */
  avanceFisico: number;
  montoPagado: number | null;
  causaAtraso: string | null;
  observaciones: string;
}

export interface DemoContrato {
  numero: string;
  procedimiento: string;
  numeroProponentes: number;
  objeto: string;
  contratista: string;
  contratistaRfc: string | null;
  presupuestoBase: number | null;
  monto: number;
  anticipo: number | null;
  fechaFirma: string;
  fechaInicio: string;
  fechaTermino: string;
  terminacion: string | null;
  fechaTerminacion: string | null;
  montoFinal: number | null;
  fechaEntregaRecepcion: string | null;
  motivoTerminacion: string | null;
  /** By date. */
  convenios: ConvenioDeDemo[];
}
