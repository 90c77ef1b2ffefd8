import { useQuery } from '@tanstack/react-query';
import { api, read } from '../../core/api.ts';
import { type Fila, PAGE } from '../../core/obras/filas.ts';
import type { DeFila, EnLista } from '../../core/obras/lista/partes.ts';
import piezas from '../../core/piezas/piezas.module.css';
import { cifraOf, daysLate } from './atraso.ts';
import { Barra } from './barra.tsx';
import type { Marcha } from './estado.ts';
import { Atraso, FraseDeRezago, Rezago } from './rezago.tsx';

/**
 * The progress of the works of a page, by their ids. Works on their way, or unreadable ones, are missing. A list stands
 * without it.
 */
function useMarcha(filas: Pick<Fila, 'id'>[]): Record<number, Marcha> {
  const ids = filas.map(({ id }) => id);
  const { data } = useQuery({
    queryKey: ['seguimiento', 'de-lista', ids.join()],
    queryFn: async ({ signal }): Promise<Record<number, Marcha>> => {
      const query = { obraId: ids, limit: PAGE };
      const rows = await read(api.GET('/seguimiento', { params: { query }, signal }));
      return Object.fromEntries(rows.map((row) => [row.obraId, row]));
    },
    enabled: ids.length > 0 && ids.length <= PAGE,
  });
  return data ?? NO_MARCHAS;
}
const NO_MARCHAS = {};

const deMarcha = (marcha: unknown) => marcha as Marcha | undefined;

/** A work's progress as a bar, where anybody has reported it. */
function barraOf(marcha: unknown, forma?: 'linea' | 'columna') {
  const { avanceFisico, fechaCorte } = deMarcha(marcha) ?? {};
  return avanceFisico == null || !fechaCorte ? undefined : (
    <Barra valor={avanceFisico} al={fechaCorte} {...(forma && { forma })} />
  );
}

/** How late the work is, or the figure that the list goes by. */
const Marca: EnLista['Marca'] = ({ obra, marcha, filtros, orden }) => {
  const known = deMarcha(marcha);
  const cifra = cifraOf(filtros, orden);
  if (cifra) return known && <small className={piezas.rezago}>{cifra(known)}</small>;
  const late = daysLate(obra, known);
  return late > 0 ? <Atraso dias={late} /> : <Rezago obra={obra} />;
};

/** The work's progress and delay, where anybody has reported them. */
const EnTarjeta: EnLista['EnTarjeta'] = ({ obra }) => {
  const marcha = useMarcha([obra])[obra.id];
  const late = daysLate(obra, marcha);
  return (
    <>
      {barraOf(marcha)}
      {late > 0 ? <Atraso dias={late} /> : <FraseDeRezago obra={obra} />}
    </>
  );
};

export const lista: EnLista = {
  useMarcha,
  Marca,
  Linea: ({ marcha }: DeFila) => barraOf(marcha, 'linea'),
  columnas: [
    {
      id: 'avance',
      titulo: 'Avance',
      place: 70,
      orden: 'avance',
      // The progress of a thousand works is not read for paper.
      isOnScreenOnly: true,
      celda: (_, marcha) => barraOf(marcha, 'columna') ?? '—',
    },
  ],
  ordenes: [
    { id: '-avance', nombre: 'Avance, de mayor a menor' },
    { id: 'avance', nombre: 'Avance, de menor a mayor' },
    { id: 'termino', nombre: 'Término, del más antiguo' },
    { id: 'corte', nombre: 'Más tiempo sin reporte' },
    { id: '-pagoAdelantado', nombre: 'Pago adelantado, de mayor a menor' },
    { id: '-crecimientoContratos', nombre: 'Contratos que más crecieron' },
  ],
  EnTarjeta,
};
