// The filters of the ledger, as its address has them and as the registry takes them.

/** The filters that the address may have; days are those of Yucatán. */
export const FILTROS = [
  'recurso',
  'registro',
  'usuarioId',
  'accion',
  'campo',
  'variacionMonto',
  'archivo',
  'entradas',
  'desde',
  'hasta',
] as const;

export type Filtrado = Partial<Record<(typeof FILTROS)[number], string>>;

/** Questions that are asked often. */
export const PREGUNTAS: { nombre: string; filtros: Filtrado }[] = [
  {
    nombre: 'Quién cambió un monto',
    filtros: { recurso: 'obras', accion: 'cambiar', campo: 'monto' },
  },
  { nombre: 'Obras eliminadas', filtros: { recurso: 'obras', accion: 'eliminar' } },
  { nombre: 'Cambios de usuarios', filtros: { recurso: 'users' } },
  { nombre: 'Entradas fallidas', filtros: { accion: 'entrada fallida' } },
];

/**
 * The instant at which a day begins in Yucatán, whose clocks have been six hours behind UTC all year since before there
 * was a ledger. A text that is no day goes as it is, and the registry says so.
 *
 * @param later whole days to be added
 */
export function beginningOf(day: string | undefined, later = 0): string | undefined {
  if (!day) return undefined;
  const midnight = new Date(`${day}T00:00:00-06:00`);
  if (Number.isNaN(midnight.getTime())) return day;
  midnight.setUTCDate(midnight.getUTCDate() + later);
  return midnight.toISOString();
}

/** The filters as the registry takes them. */
export const queryOf = ({ desde, hasta, entradas, ...rest }: Filtrado) => ({
  ...rest,
  ...(asksForLogins({ entradas, ...rest }) ? {} : { sinEntradas: 'true' as const }),
  ...definite('desde', beginningOf(desde)),
  ...definite('hasta', beginningOf(hasta, 1)),
});

/** Whether the filters ask for logins, which are left out otherwise. */
const asksForLogins = ({ entradas, recurso, accion }: Filtrado) =>
  entradas === 'true' || recurso === 'auth' || accion?.startsWith('entra');

/** The property, unless there is none. */
export const definite = <Name extends string>(name: Name, value: string | undefined) =>
  (value === undefined ? {} : { [name]: value }) as Partial<Record<Name, string>>;
