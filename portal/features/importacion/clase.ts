import { MODALIDADES } from '../../../src/features/expediente/opciones.ts';
import { counted } from '../../core/formato.ts';
import {
  ColumnaLeida,
  ColumnaLeidaDeExpedientes,
  ColumnaLeidaDeSeguimiento,
} from '../../generado/etiquetas.ts';
import { CAUSAS, NATURALEZAS, PROCEDIMIENTOS, TERMINACIONES } from '../seguimiento/palabras.ts';

// The kinds of sheet that come in by the same steps: works, and what agencies report of them.

export interface Clase {
  /** Also the first part of its address in the registry. */
  id: 'obras' | 'seguimiento' | 'expedientes';
  /** The address of its page. */
  ruta: string;
  titulo: string;
  /** The fields that a column may say, in the order of a sheet, with their labels. */
  etiquetas: Record<string, string>;
  /** The labels of what a sheet may have in several columns, where a change tells all of it. */
  juntos?: Record<string, string>;
  /** The fields by which a file is known that has no headings of the usual names. */
  primeros: string[];
  /** Fields that hold money. */
  montos: string[];
  /** People's words for the choices of fields that have such. */
  opciones: Record<string, Record<string, string>>;
  plantilla: string;
  /** The sheets that serve, and the content of the template. */
  queSirve: string;
  sobrePlantilla: string;
  /** The advice for a file without rows. */
  escriba: string;
  /** Counts in words: of all records, of new and of changed ones. */
  cuantas(many: number): string;
  nuevas(many: number): string;
  cambiadas(many: number): string;
  /** The sentences for rows that change nothing, in a review and after an import. */
  igual(isAll: boolean): string;
  quedaIgual: string;
  actualizar: { nombre: string; ayuda: string; aqui: string };
}

export const OBRAS: Clase = {
  id: 'obras',
  ruta: '/importar',
  titulo: 'Importar obras',
  etiquetas: ColumnaLeida.campo,
  juntos: { coordenadas: 'Coordenadas' },
  primeros: ['claveUnica', 'nombre', 'monto', 'municipio'],
  montos: ['monto'],
  opciones: {},
  plantilla: 'plantilla-obras.xlsx',
  queSirve:
    'La que ya tiene su dependencia: las columnas se reconocen por sus encabezados, en cualquier orden. Cada fila es una obra y la clave única la distingue. Primero se revisa y no se escribe nada; usted ve qué pasaría y después decide.',
  sobrePlantilla:
    '¿Empieza de cero? La plantilla trae los encabezados y los catálogos para elegir.',
  escriba: 'escriba las obras debajo de los encabezados',
  cuantas: (many) => counted(many, 'obra', 'obras'),
  nuevas: (many) => counted(many, 'obra nueva', 'obras nuevas'),
  cambiadas: (many) => counted(many, 'actualizada', 'actualizadas'),
  igual: (isAll) =>
    `${isAll ? 'Todas las obras del archivo' : 'Las obras de las filas que no se rechazan'} están ya igual en el registro: no hay qué importar.`,
  quedaIgual: 'Las obras del archivo ya estaban igual en el registro: nada cambió.',
  actualizar: {
    nombre: 'Actualizar las obras que ya están',
    ayuda: 'Sin esto, una fila que dice otra cosa de una obra registrada se rechaza.',
    aqui: 'Que esas obras tomen lo que dice el archivo',
  },
};

export const AVANCES: Clase = {
  id: 'seguimiento',
  ruta: '/importar/avances',
  titulo: 'Importar avances',
  etiquetas: ColumnaLeidaDeSeguimiento.campo,
  primeros: ['claveUnica', 'avanceFisico', 'fechaCorte', 'montoPagado'],
  montos: ['montoPagado', 'monto', 'anticipo', 'presupuestoBase', 'montoFinal'],
  opciones: {
    causaAtraso: CAUSAS,
    naturaleza: NATURALEZAS,
    procedimiento: PROCEDIMIENTOS,
    terminacion: TERMINACIONES,
  },
  plantilla: 'plantilla-avances.xlsx',
  queSirve:
    'La que su dependencia llena cada trimestre (RFT, Obra Pública Abierta, formato 28), o la plantilla. Cada fila es de una obra, por su clave única: dice cuánto lleva construido y pagado a una fecha de corte, o los datos de un contrato. Primero se revisa y no se escribe nada.',
  sobrePlantilla:
    'La plantilla trae sus obras sin terminar, con lo último que se reportó. Llene lo que sepa: las filas que se quedan en blanco no cambian nada.',
  escriba: 'escriba los avances debajo de los encabezados',
  cuantas: (many) => counted(many, 'fila', 'filas'),
  nuevas: (many) => counted(many, 'fila registrada', 'filas registradas'),
  cambiadas: (many) => counted(many, 'cambiada', 'cambiadas'),
  igual: (isAll) =>
    `${isAll ? 'Las filas del archivo' : 'Las filas que no se rechazan'} no dicen nada nuevo: no hay qué importar.`,
  quedaIgual: 'Lo que dice el archivo ya estaba en el registro: nada cambió.',
  actualizar: {
    nombre: 'Corregir los avances y contratos que ya están',
    ayuda: 'Sin esto, una fila que dice otra cosa de un corte ya reportado se rechaza.',
    aqui: 'Que tomen lo que dice el archivo',
  },
};

export const EXPEDIENTES: Clase = {
  id: 'expedientes',
  ruta: '/importar/expedientes',
  titulo: 'Importar expedientes',
  etiquetas: ColumnaLeidaDeExpedientes.campo,
  juntos: { fondo1: 'Fondos' },
  primeros: ['claveUnica', 'fondo1', 'monto1', 'proposito'],
  montos: Array.from({ length: 12 }, (_, i) => `monto${i + 1}`),
  opciones: { modalidad: MODALIDADES },
  plantilla: 'plantilla-expedientes.xlsx',
  queSirve:
    'La que descargó de aquí, la plantilla o la de su dependencia. Cada fila es de una obra, por su clave única: dice de qué fondos es el dinero, para qué es y a cuántos beneficia. De una obra caben hasta doce fondos, uno al lado del otro (Fondo 1, Monto 1, Fondo 2…) o en varias filas de la misma clave. Primero se revisa y no se escribe nada.',
  sobrePlantilla:
    'La plantilla trae sus obras con lo que ya se sabe de ellas, y los fondos para elegir. Las filas que se quedan igual no cambian nada.',
  escriba: 'escriba los expedientes debajo de los encabezados',
  cuantas: (many) => counted(many, 'fila', 'filas'),
  nuevas: (many) => counted(many, 'expediente nuevo', 'expedientes nuevos'),
  cambiadas: (many) => counted(many, 'cambiado', 'cambiados'),
  igual: (isAll) =>
    `${isAll ? 'Las filas del archivo' : 'Las filas que no se rechazan'} no dicen nada nuevo: no hay qué importar.`,
  quedaIgual: 'Lo que dice el archivo ya estaba en el registro: nada cambió.',
  actualizar: {
    nombre: 'Corregir los expedientes que ya están',
    ayuda: 'Sin esto, una fila que dice otra cosa de un expediente escrito se rechaza.',
    aqui: 'Que tomen lo que dice el archivo',
  },
};

/** The kinds by the beginning of their addresses. */
export const CLASES = { obras: OBRAS, seguimiento: AVANCES, expedientes: EXPEDIENTES };

/** The label of a field. */
export const labelOf = ({ etiquetas }: Clase, campo: string): string => etiquetas[campo] ?? campo;
