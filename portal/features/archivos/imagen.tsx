import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ask } from '../../core/api.ts';
import { RegistryError } from '../../core/errores.ts';
import { releaseUrl } from '../../core/piezas/guardar-archivo.ts';
import { useIsForPaper } from '../../core/piezas/imprimir.ts';
import { contenidoOf, isOpen, type Tamano } from './consultas.ts';

interface Props {
  obraId: number;
  foto: { id: number; titulo: string; publico: boolean };
  tamano: Tamano;
  className?: string | undefined;
  /** Whether it is fetched before it comes near, as soon as there is time. */
  pronto?: boolean;
}

/** A photo, whose title is its text. It is fetched when it comes near what is seen. */
export function Imagen(props: Props) {
  const { obraId, foto, tamano, className, pronto } = props;
  const isForPaper = useIsForPaper();
  if (!isOpen(foto)) return <ConSesion {...props} />;
  return (
    <img
      src={contenidoOf(obraId, foto.id, tamano)}
      alt={foto.titulo}
      className={className}
      loading={tamano === 'mini' && !pronto && !isForPaper ? 'lazy' : 'eager'}
      decoding="async"
      draggable={false}
    />
  );
}

/** How far below or beside what is seen a photo is fetched. */
const NEAR = '300px';

/** A photo that the registry shows to a session alone. An <img> sends none: the page asks for the bytes itself. */
function ConSesion({ obraId, foto: { id, titulo }, tamano, className, pronto }: Props) {
  const isForPaper = useIsForPaper();
  const picture = useRef<HTMLImageElement>(null);
  const [isNear, setNear] = useState(tamano !== 'mini');
  useEffect(() => {
    if (isNear || !picture.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: NEAR },
    );
    observer.observe(picture.current);
    return () => observer.disconnect();
  }, [isNear]);
  const { data, isError } = useQuery({
    queryKey: ['imagen', obraId, id, tamano],
    queryFn: async ({ signal }) => {
      const address = new URL(contenidoOf(obraId, id, tamano), location.origin);
      const answer = await ask(new Request(address, { signal }));
      if (!answer.ok) throw await RegistryError.of(answer, await answer.json().catch(() => null));
      return answer.blob();
    },
    enabled: isNear || pronto || isForPaper,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const src = useObjectUrl(data);
  // A failed one shows its text, as every other does.
  return (
    <img
      ref={picture}
      src={isError ? 'data:,' : src}
      data-espera={isError || src ? undefined : ''}
      alt={titulo}
      className={className}
      draggable={false}
    />
  );
}

/** An address for bytes that the page has; undefined until there are some. */
export function useObjectUrl(contenido: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!contenido) return;
    const made = URL.createObjectURL(contenido);
    setUrl(made);
    return () => releaseUrl(made);
  }, [contenido]);
  return url;
}
