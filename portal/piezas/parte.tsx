import { type ComponentType, useEffect, useState } from 'react';

/**
 * A part of a page that is fetched when it is first shown. Where it does not come, the page goes on without it, and it is
 * tried again the next time that it is to be shown.
 *
 * @param bring imports it; the same function at every call
 */
export function useLazy<Props>(bring: () => Promise<{ default: ComponentType<Props> }>): {
  Parte?: ComponentType<Props>;
  isMissing?: boolean;
} {
  const [parte, setParte] = useState<ReturnType<typeof useLazy<Props>>>({});
  useEffect(() => {
    const missing = () => setParte({ isMissing: true });
    bring().then(
      // Nothing comes where the page's frame has taken note of the failure.
      (module?: { default: ComponentType<Props> }) =>
        module ? setParte({ Parte: module.default }) : missing(),
      missing,
    );
  }, [bring]);
  return parte;
}

export const PART_MISSING =
  'No hubo respuesta del registro. Revise su conexión e inténtelo de nuevo.';
