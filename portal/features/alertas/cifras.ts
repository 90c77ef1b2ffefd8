import type { Schema } from '../../core/api.ts';
import { counted, money } from '../../core/formato.ts';
import type { Filtros } from '../../core/obras/filtros/direccion.ts';

// The figure that decides a motive to review, in the little room of a list.

type Fila = Pick<
  Schema<'FilaDeSeguimiento'>,
  | 'diasSinMovimiento'
  | 'proponentesMinimo'
  | 'excesoFraccionado'
  | 'excesoUmbral'
  | 'diasConvenioTardio'
  | 'excesoPagado'
  | 'diasSinActa'
>;

const days = (many: number) => counted(many, 'día', 'días');

const CIFRAS: { [filtro in keyof Filtros]?: (fila: Fila) => string | undefined } = {
  sinMovimiento: ({ diasSinMovimiento: many }) =>
    many === null ? undefined : `${days(many)} sin movimiento`,
  unSoloProponente: ({ proponentesMinimo: many }) =>
    many === null ? undefined : counted(many, 'proponente', 'proponentes'),
  fraccionamiento: ({ excesoFraccionado: excess }) =>
    excess === null ? undefined : `Juntas, ${money(excess)} sobre el umbral`,
  sobreUmbral: ({ excesoUmbral: excess }) =>
    excess === null ? undefined : `${money(excess)} sobre el umbral`,
  convenioTardio: ({ diasConvenioTardio: many }) =>
    many === null ? undefined : `Convenio ${days(many)} después del plazo`,
  pagadoDeMas: ({ excesoPagado: excess }) =>
    excess === null ? undefined : `${money(excess)} pagados de más`,
  cerradaSinActa: ({ diasSinActa: many }) => (many === null ? undefined : `${days(many)} sin acta`),
};

/** The figures of the motives that a list goes by; none where it goes by others. */
export const cifrasOf = (filtros: Filtros, fila: Fila): string[] =>
  Object.entries(CIFRAS).flatMap(([filtro, cifra]) =>
    filtros[filtro as keyof Filtros] === undefined ? [] : (cifra(fila) ?? []),
  );
