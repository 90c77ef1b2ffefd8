import { type Static, Type } from 'typebox';
import { Id, LABEL } from '../../core/base/schemas.ts';
import { commonQuery, flag } from '../../hojas/index.ts';
import { MAPPED, type Mapped, OF_OBRAS } from './columnas.ts';

/** Fields whose catalogs an import may extend. */
export const GROWING: readonly string[] = [
  'dependencia',
  'tipoProyecto',
  'ejercicioFiscal',
] satisfies Mapped[];

export const ImportQuery = Type.Object({
  ...commonQuery(OF_OBRAS),
  actualizar: flag(
    'Cambiar las que ya están',
    'true: las obras que ya existen toman lo que dice el archivo. Sin él, una fila que dice otra cosa se rechaza.',
  ),
  crearCatalogos: flag(
    'Agregar a los catálogos',
    'true: registra las dependencias, los tipos de proyecto y los ejercicios fiscales que falten. Lo que diga valores cuenta antes.',
  ),
  valores: Type.Optional(
    Type.String({
      [LABEL]: 'Nombres que equivalen',
      maxLength: 8000,
      description: `Qué quieren decir los nombres del archivo que los catálogos no tienen, para todas las filas: un objeto JSON de campos (${MAPPED.join(', ')}), cada uno con textos del archivo y el nombre del registro, o null si ese nombre se agrega a su catálogo (${GROWING.join(', ')}). Por ejemplo {"estatus":{"Licitada":"En licitación"},"dependencia":{"OBRAS P.":"SOP","Instituto Nuevo":null}}.`,
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
