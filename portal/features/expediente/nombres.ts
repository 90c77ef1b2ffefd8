interface Fondo {
  id: number;
  nombre: string;
  siglas: string | null;
  activo: boolean;
}

/**
 * Funds as tables and lists name them: by their siglas, with the whole name as a detail; by both where another one has the same siglas.
 * One that is closed is in the way of none in use, as in the registry's sums.
 */
export const toChoose = <One extends Fondo>(fondos: One[]) =>
  fondos.map(({ siglas, nombre, ...one }) => {
    if (!siglas) return { ...one, nombre };
    const isShared = fondos.some(
      (other) => other.siglas === siglas && other.id !== one.id && (other.activo || !one.activo),
    );
    return { ...one, nombre: isShared ? `${siglas} (${nombre})` : siglas, detalle: nombre };
  });
