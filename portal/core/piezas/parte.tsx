import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import piezas from './piezas.module.css';

/**
 * A part of a page that is fetched when it is first shown. Where it does not come, the page goes on without it, and it is
 * tried again the next time that it is to be shown.
 *
 * @param waiting stands in its place meanwhile
 */
export function lazyPart<Props extends object>(
  bring: () => Promise<{ default: ComponentType<Props> }>,
  waiting: ReactNode = null,
): ComponentType<Props> {
  return function Part(props) {
    const [Parte, setParte] = useState<ComponentType<Props>>();
    const [isMissing, setMissing] = useState(false);
    useEffect(() => {
      bring().then(
        // Nothing comes where the page's frame has taken note of the failure.
        (module?: { default: ComponentType<Props> }) =>
          module ? setParte(() => module.default) : setMissing(true),
        () => setMissing(true),
      );
    }, []);
    if (Parte) return <Parte {...props} />;
    return isMissing ? <PartMissing /> : waiting;
  };
}

/** In place of a part that did not come. */
export const PartMissing = () => (
  <p className={piezas.ayuda}>
    No hubo respuesta del registro. Revise su conexión e inténtelo de nuevo.
  </p>
);
