import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Estatus } from '../../estatus.tsx';
import { Obra } from '../../generado/etiquetas.ts';
import { Importe } from '../../piezas/importe.tsx';
import piezas from '../../piezas/piezas.module.css';
import { Barra } from '../../seguimiento/barra.tsx';
import type { Fila, Marcha, Orden } from '../consultas.ts';
import type { Filtros } from '../filtros/filtros.ts';
import { Atraso, cifraOf, daysLate, Rezago } from '../rezago.tsx';
import css from './lista.module.css';

// The columns of the list of works, in the order in which they stand. To change one, change it here. Its width is in
// lista.module.css, under its id.

export interface Columna {
  id: string;
  titulo: string;
  /** Whether it stands in the narrow list beside the map, too. */
  isInPanel?: boolean;
  /** Whether it gives way to the name where a window has little room. */
  isForWide?: boolean;
  isNumber?: boolean;
  /** The order of the registry that goes by it, where there is one. */
  orden?: 'nombre' | 'monto' | 'anio' | 'avance';
  /** @param marcha how the work goes, once that is known */
  celda: (obra: Fila, marcha?: Marcha) => ReactNode;
}

export const COLUMNAS: Columna[] = [
  {
    id: 'nombre',
    titulo: 'Obra',
    isInPanel: true,
    orden: 'nombre',
    celda: ({ id, nombre, claveUnica, municipio }) => (
      <>
        <Link href={`/obras/${id}`} className={css.nombre} title={nombre}>
          {nombre}
        </Link>
        <small className={css.clave}>
          {/* Beside the map there is no column for it. */}
          <span className={css.dePanel}>{municipio.nombre} · </span>
          {claveUnica}
        </small>
      </>
    ),
  },
  { id: 'municipio', titulo: Obra.municipioId, celda: ({ municipio }) => municipio.nombre },
  {
    id: 'dependencia',
    titulo: Obra.dependenciaId,
    celda: ({ dependencia: { nombre, siglas } }) => <span title={nombre}>{siglas ?? nombre}</span>,
  },
  {
    id: 'anio',
    titulo: 'Año',
    orden: 'anio',
    isNumber: true,
    celda: ({ ejercicioFiscal }) => ejercicioFiscal.anio,
  },
  {
    id: 'tipo',
    titulo: 'Tipo',
    isForWide: true,
    celda: ({ tipoProyecto }) =>
      tipoProyecto ? <span title={tipoProyecto.nombre}>{tipoProyecto.nombre}</span> : '—',
  },
  {
    id: 'estatus',
    titulo: Obra.estatusObraId,
    isInPanel: true,
    celda: (obra, marcha) => {
      const late = daysLate(obra, marcha);
      return (
        <>
          <Estatus {...obra.estatusObra} />
          {late > 0 ? <Atraso dias={late} /> : <Rezago obra={obra} />}
        </>
      );
    },
  },
  {
    id: 'avance',
    titulo: 'Avance',
    orden: 'avance',
    celda: (_, marcha) =>
      marcha?.avanceFisico == null || !marcha.fechaCorte ? (
        '—'
      ) : (
        <Barra valor={marcha.avanceFisico} al={marcha.fechaCorte} />
      ),
  },
  {
    id: 'monto',
    titulo: Obra.monto,
    isInPanel: true,
    isNumber: true,
    orden: 'monto',
    celda: ({ monto }) => <Importe monto={monto} />,
  },
];

/** The columns with the figure that these filters or this order go by, beside the status. */
export function columnsWithCifra(columnas: Columna[], filtros: Filtros, orden: Orden): Columna[] {
  const cifra = cifraOf(filtros, orden);
  if (!cifra) return columnas;
  const celda: Columna['celda'] = (obra, marcha) => (
    <>
      <Estatus {...obra.estatusObra} />
      {marcha && <small className={piezas.rezago}>{cifra(marcha)}</small>}
    </>
  );
  return columnas.map((columna) => (columna.id === 'estatus' ? { ...columna, celda } : columna));
}

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
  { id: '-pagoAdelantado', nombre: 'Lo pagado más por delante' },
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
