import { type Static, Type } from 'typebox';
import { Id } from '../../base/schemas.ts';
import type { NamedColumns } from '../../hojas/celdas/fields.ts';
import { commonQuery, flag, reportOf } from '../../hojas/importacion/schema.ts';
import type { CatalogField } from '../campos.ts';
import { type Campo, OF_OBRAS } from './columnas.ts';

/** Fields whose values may be told to be others (`valores`). */
export const MAPPED = [
  'estatus',
  'municipio',
  'dependencia',
  'tipoProyecto',
  'ejercicioFiscal',
] as const satisfies Campo[];
export type Mapped = (typeof MAPPED)[number];

/** The parameter that says such a field for all rows that do not. */
export const FOR_ALL: Record<Mapped, CatalogField> = {
  estatus: 'estatusObraId',
  municipio: 'municipioId',
  dependencia: 'dependenciaId',
  tipoProyecto: 'tipoProyectoId',
  ejercicioFiscal: 'ejercicioFiscalId',
};

/** A value of `columnas`. */
export const COLUMNS_EXAMPLE = JSON.stringify({
  'Núm. interno': 'claveUnica',
} satisfies NamedColumns);

export const ImportQuery = Type.Object({
  ...commonQuery(OF_OBRAS, COLUMNS_EXAMPLE),
  actualizar: flag(
    'true: las obras que ya existen toman lo que dice el archivo. Sin él, una fila que dice otra cosa se rechaza.',
  ),
  crearCatalogos: flag(
    'true: registra las dependencias, los tipos de proyecto y los ejercicios fiscales que falten.',
  ),
  valores: Type.Optional(
    Type.String({
      maxLength: 8000,
      description: `Qué quieren decir los nombres del archivo que los catálogos no tienen, para todas las filas: un objeto JSON de campos (${MAPPED.join(', ')}), cada uno con textos del archivo y el nombre del registro. Por ejemplo {"estatus":{"Licitada":"En licitación"},"dependencia":{"OBRAS P.":"SOP"}}.`,
    }),
  ),
  ejercicioFiscalId: Type.Optional(
    Id('Ejercicio fiscal de las obras nuevas cuya fila no lo dice.'),
  ),
  dependenciaId: Type.Optional(Id('Dependencia de las obras nuevas cuya fila no la dice.')),
  municipioId: Type.Optional(Id('Municipio de las obras nuevas cuya fila no lo dice.')),
  tipoProyectoId: Type.Optional(Id('Tipo de proyecto de las obras nuevas cuya fila no lo dice.')),
  estatusObraId: Type.Optional(Id('Estatus de las obras nuevas cuya fila no lo dice.')),
});
export type ImportQuery = Static<typeof ImportQuery>;

export const ImportReport = reportOf(OF_OBRAS, {
  suffix: '',
  creadas: 'Obras nuevas.',
  actualizadas: 'Obras cambiadas.',
  sinCambio: 'Obras que ya estaban igual.',
  entendido: 'cantidades en pesos, nombres de los registros, coordenadas en grados',
  example: { claveUnica: 'SOP-2026-0001', monto: '1250000.50', municipio: 'Mérida' },
});
export type ImportReport = Static<typeof ImportReport>;
