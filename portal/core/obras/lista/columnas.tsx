import type { ReactNode } from 'react';
import { Barra } from '../../../features/seguimiento/barra.tsx';
import { Obra } from '../../../generado/etiquetas.ts';
import { money } from '../../formato.ts';
import type { Fila, Marcha, Orden } from '../consultas.ts';
import type { Filtros } from '../filtros/filtros.ts';
import css from './lista.module.css';

// The columns of the table of works, in the order in which they stand. To change one, change it here. The first has the
// name, and that of the status its marks (renglon.tsx).

export interface Columna {
  id: string;
  titulo: string;
  /** The class of its cells, and of its heading. */
  clase?: string | undefined;
  /** The order of the registry that goes by it, where there is one. */
  orden?: 'nombre' | 'monto' | 'anio' | 'avance';
  /** @param marcha how the work goes, once that is known */
  celda: (obra: Fila, marcha?: Marcha) => ReactNode;
}

export const COLUMNAS: Columna[] = [
  { id: 'nombre', titulo: 'Obra', orden: 'nombre', celda: ({ nombre }) => nombre },
  {
    id: 'municipio',
    titulo: Obra.municipioId,
    clase: css.colMunicipio,
    celda: ({ municipio }) => municipio.nombre,
  },
  {
    id: 'dependencia',
    titulo: Obra.dependenciaId,
    clase: css.colDependencia,
    celda: ({ dependencia: { nombre, siglas } }) => <span title={nombre}>{siglas ?? nombre}</span>,
  },
  {
    id: 'anio',
    titulo: 'Año',
    orden: 'anio',
    clase: css.numero,
    celda: ({ ejercicioFiscal }) => ejercicioFiscal.anio,
  },
  {
    id: 'tipo',
    titulo: 'Tipo',
    clase: css.colTipo,
    celda: ({ tipoProyecto }) => tipoProyecto?.nombre ?? '—',
  },
  { id: 'estatus', titulo: Obra.estatusObraId, celda: ({ estatusObra }) => estatusObra.nombre },
  {
    id: 'avance',
    titulo: 'Avance',
    orden: 'avance',
    celda: (_, marcha) =>
      marcha?.avanceFisico == null || !marcha.fechaCorte ? (
        '—'
      ) : (
        <Barra valor={marcha.avanceFisico} al={marcha.fechaCorte} forma="columna" />
      ),
  },
  {
    id: 'monto',
    titulo: Obra.monto,
    clase: css.numero,
    orden: 'monto',
    celda: ({ monto }) => money(monto),
  },
];

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
  { id: '-avance', nombre: 'Avance, de mayor a menor' },
  { id: 'avance', nombre: 'Avance, de menor a mayor' },
  { id: 'termino', nombre: 'Término, del más antiguo' },
  { id: 'corte', nombre: 'Más tiempo sin reporte' },
  { id: '-pagoAdelantado', nombre: 'Pago adelantado, de mayor a menor' },
  { id: '-crecimientoContratos', nombre: 'Contratos que más crecieron' },
];

/** The orders with these filters. The first is that of an address that names none. */
export const ordenesWith = ({ q }: Filtros) => (q?.trim() ? ORDENES : ORDENES.slice(1));

/** The order that an address asks for. The registry refuses an unknown one in its words. */
export function ordenOf(param: string | null, filtros: Filtros): Orden {
  const [first] = ordenesWith(filtros);
  const hasNone = param === null || (param === 'relevancia' && first?.id !== param);
  return hasNone ? (first as { id: Orden }).id : (param as Orden);
}
