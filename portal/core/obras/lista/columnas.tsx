import { Obra } from '../../../generado/etiquetas.ts';
import { money } from '../../formato.ts';
import type { Orden } from '../filas.ts';
import type { Filtros } from '../filtros/direccion.ts';
import css from './lista.module.css';
import { hasWords } from './orden.ts';
import { COLUMNAS_DE_MAS, type Columna, ORDENES_DE_MAS } from './partes.ts';

// The columns of the table of works, at the places where they stand. To change one, change it here, or in the feature that has it
// (partes.ts). The first has the name, and that of the status its marks (renglon.tsx).

const PROPIAS: Columna[] = [
  { id: 'nombre', place: 10, titulo: 'Obra', orden: 'nombre', celda: ({ nombre }) => nombre },
  {
    id: 'municipio',
    place: 20,
    titulo: Obra.municipioId,
    clase: css.colMunicipio,
    celda: ({ municipio }) => municipio.nombre,
  },
  {
    id: 'dependencia',
    place: 30,
    titulo: Obra.dependenciaId,
    clase: css.colDependencia,
    celda: ({ dependencia: { nombre, siglas } }) => <span title={nombre}>{siglas ?? nombre}</span>,
  },
  {
    id: 'anio',
    place: 40,
    titulo: 'Año',
    orden: 'anio',
    clase: css.numero,
    celda: ({ ejercicioFiscal }) => ejercicioFiscal.anio,
  },
  {
    id: 'tipo',
    place: 50,
    titulo: 'Tipo',
    clase: css.colTipo,
    celda: ({ tipoProyecto }) => tipoProyecto?.nombre ?? '—',
  },
  {
    id: 'estatus',
    place: 60,
    titulo: Obra.estatusObraId,
    celda: ({ estatusObra }) => estatusObra.nombre,
  },
  {
    id: 'monto',
    place: 80,
    titulo: Obra.monto,
    clase: css.numero,
    orden: 'monto',
    celda: ({ monto }) => money(monto),
  },
];

export const COLUMNAS = [...PROPIAS, ...COLUMNAS_DE_MAS].sort((a, b) => a.place - b.place);

/** The orders by name, for the list that offers them. */
const ORDENES: { id: Orden; nombre: string }[] = [
  { id: 'relevancia', nombre: 'Más parecidas primero' },
  { id: '-id', nombre: 'Más nuevas primero' },
  { id: 'id', nombre: 'Más antiguas primero' },
  { id: 'nombre', nombre: 'Nombre, de la A a la Z' },
  { id: '-nombre', nombre: 'Nombre, de la Z a la A' },
  { id: '-monto', nombre: 'Monto, de mayor a menor' },
  { id: 'monto', nombre: 'Monto, de menor a mayor' },
  { id: '-anio', nombre: 'Año, del más reciente' },
  { id: 'anio', nombre: 'Año, del más antiguo' },
  ...ORDENES_DE_MAS,
];

/** The orders with these filters. The first is that of an address that names none. */
export const ordenesWith = (filtros: Filtros) => (hasWords(filtros) ? ORDENES : ORDENES.slice(1));
