import { dayInWords } from '../../../src/core/base/time.ts';
import type { Schema } from '../../core/api.ts';
import { counted, grouped, money } from '../../core/formato.ts';
import type { Comparacion } from './frases.ts';

// The tables of a comparison: which there are, and their values in words.

/** A table of works: those that came, that went, or in which a field changed. */
export interface VistaDeCambios {
  id: string;
  nombre: string;
  /** The parameters that ask for its works. */
  query: { tipo: 'NUEVA' | 'DESAPARECIDA' | 'CAMBIADA'; campo?: string };
}

const TIPOS: Record<string, VistaDeCambios['query']> = {
  nuevas: { tipo: 'NUEVA' },
  desaparecidas: { tipo: 'DESAPARECIDA' },
  cambiadas: { tipo: 'CAMBIADA' },
};

/** The table that is asked for where none is chosen. */
export const PRIMERA_VISTA = 'nuevas';

/** The parameters that ask for the works of a table. Its id is a field's name where it is no kind. */
export const queryOfVista = (id: string): VistaDeCambios['query'] =>
  TIPOS[id] ?? { tipo: 'CAMBIADA', campo: id };

/** The tables that have works, each with their number in its name: amounts before the other fields. */
export function vistasOf({
  total,
  campos,
}: Pick<Comparacion, 'total' | 'campos'>): VistaDeCambios[] {
  const vista = (id: string, nombre: string, obras: number) =>
    obras === 0
      ? []
      : [{ id, nombre: `${nombre} ${counted(obras, 'obra', 'obras')}`, query: queryOfVista(id) }];
  const sorted = campos.toSorted(
    (one, other) => Number(other.campo === 'monto') - Number(one.campo === 'monto'),
  );
  return [
    ...vista('nuevas', 'Nuevas:', total.nuevas.obras),
    ...vista('desaparecidas', 'Desaparecidas:', total.desaparecidas.obras),
    ...vista('cambiadas', 'Cambiadas en algo:', total.cambiadas),
    ...sorted.flatMap(({ campo, nombre, obras }) => vista(campo, `${nombre}: cambió en`, obras)),
  ];
}

export type CambioDeObra = Schema<'CambioDeObra'>;
type TipoDeCampo = Comparacion['campos'][number]['tipo'];

/** A value in words. */
export function valorInWords(valor: CambioDeObra['antes'], tipo: string | undefined): string {
  if (valor === null || valor === '') return 'Sin dato';
  if (tipo === 'importe') return money(Number(valor));
  if (tipo === 'porcentaje') return `${grouped(Number(valor))} %`;
  if (tipo === 'fecha') return dayInWords(String(valor));
  return String(valor);
}

/** By how much a field changed: «$250,000.25 más (16.67 %)», «14.5 puntos menos», «30 días después»; nothing where that can't be said. */
export function diferenciaInWords(
  { diferencia, porCiento }: Pick<CambioDeObra, 'diferencia' | 'porCiento'>,
  tipo: TipoDeCampo | string | undefined,
): string {
  if (diferencia === null || diferencia === 0) return '';
  const size = Math.abs(diferencia);
  const more = diferencia > 0 ? 'más' : 'menos';
  if (tipo === 'importe') {
    const share = porCiento === null ? '' : ` (${grouped(Math.abs(porCiento))} %)`;
    return `${money(size)} ${more}${share}`;
  }
  if (tipo === 'fecha')
    return `${counted(size, 'día', 'días')} ${diferencia > 0 ? 'después' : 'antes'}`;
  return `${counted(size, 'punto', 'puntos')} ${more}`;
}

/** The sides on which a work is, and so has a sheet. One of the newer side is taken for one of today. */
export const ladosDeObra = (
  tipo: Schema<'ObraComparada'>['tipo'],
  alReves: boolean,
): { antes: boolean; despues: boolean; hoy: boolean } => {
  const [antes, despues] = [tipo !== 'NUEVA', tipo !== 'DESAPARECIDA'];
  return { antes, despues, hoy: alReves ? antes : despues };
};

/** The name of a group: as then and as later where that differs. */
export function nombreOf({
  nombreAntes,
  nombreDespues,
}: Pick<Schema<'GrupoComparado'>, 'nombreAntes' | 'nombreDespues'>): string {
  const name = nombreDespues ?? nombreAntes ?? '';
  return nombreAntes !== null && nombreAntes !== name ? `${name} (antes ${nombreAntes})` : name;
}

/** The two newest cuts, or the only one and today: what is compared at first. */
export function ladosOf(
  cortes: readonly { clave: string }[],
): { de: string; con: string } | undefined {
  const [newest, before] = cortes;
  if (!newest) return undefined;
  return before ? { de: before.clave, con: newest.clave } : { de: newest.clave, con: 'hoy' };
}
