import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { dayOf } from '../../../src/core/base/time.ts';
import { api, readWhole } from '../../core/api.ts';
import { RegistryError } from '../../core/errores.ts';
import { moment } from '../../core/formato.ts';
import { Boton, EnlaceBoton } from '../../core/piezas/boton.tsx';
import { CampoFecha } from '../../core/piezas/campo-fecha.tsx';
import { nextOf } from '../../core/piezas/direccion.ts';
import { Esqueleto, Falla, Vacio } from '../../core/piezas/estados.tsx';
import { type Failures, NO_FAILURES } from '../../core/piezas/fallas.ts';
import { Formulario } from '../../core/piezas/formulario.tsx';
import { Pagina } from '../../core/piezas/pagina.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { VerMas } from '../../core/piezas/ver-mas.tsx';
import { faultOfDia, versionesInWords } from './instante.ts';

/** Versions that are read at a time. */
const PAGE = 100;

/** Asks for a day, or for one of the work's changes, and leads to its sheet as it stood then. */
export default function ComoEstaba() {
  const { id = '' } = useParams();
  const [dia, setDia] = useState('');
  const [fallas, setFallas] = useState<Failures>(NO_FAILURES);
  const [, navigate] = useLocation();
  const lista = useVersiones(id);
  const { data, error, refetch, hasNextPage } = lista;
  const back = <Link href={`/obras/${id}`}>Volver a la obra</Link>;
  const go = () => {
    const fault = faultOfDia(dia, dayOf(new Date()));
    if (fault) setFallas({ ...NO_FAILURES, fields: { en: fault } });
    else navigate(`/obras/${id}?en=${dia}`);
  };
  if (error && !data) {
    const isKnown = error instanceof RegistryError && [404, 409].includes(error.status);
    return (
      <Pagina titulo="Como estaba la obra" antetitulo={back} ancho="texto">
        {isKnown ? (
          <Vacio titulo={error.message}>
            <p>La bitácora dice cómo estaba una obra desde que se registró con ella.</p>
          </Vacio>
        ) : (
          <Falla error={error} onRetry={() => void refetch()} />
        )}
      </Pagina>
    );
  }
  const versiones = data?.pages.flatMap(({ versiones }) => versiones) ?? [];
  return (
    <Pagina titulo="Como estaba la obra" antetitulo={back} ancho="texto">
      <Formulario fallas={fallas} etiquetas={{ en: 'Día' }} onSubmit={go}>
        <CampoFecha
          etiqueta="Día"
          name="en"
          ayuda="Se muestra como estaba al terminar ese día."
          value={dia}
          onChange={setDia}
        />
        <div className={piezas.acciones}>
          <Boton type="submit" tono="principal">
            Ver cómo estaba
          </Boton>
        </div>
      </Formulario>
      <h2>O después de uno de sus cambios</h2>
      {!data ? (
        <Esqueleto renglones={4} />
      ) : (
        <>
          <p role="status">{versionesInWords(versiones.length, hasNextPage)}</p>
          <ol>
            {versiones.map((instante) => (
              <li key={instante}>
                <EnlaceBoton href={`/obras/${id}?en=${instante}`} tono="discreto">
                  {moment(instante)}
                </EnlaceBoton>
              </li>
            ))}
          </ol>
          <VerMas lista={lista} />
        </>
      )}
    </Pagina>
  );
}

/** The instants of a work's changes. */
const useVersiones = (id: string) =>
  useInfiniteQuery({
    queryKey: ['obra', id, 'versiones'],
    queryFn: async ({ pageParam, signal }) => {
      const { data, headers } = await readWhole(
        api.GET('/obras/{id}/versiones', {
          params: {
            // As the address has it: what is no number the registry refuses itself.
            path: { id: id as unknown as number },
            query: { limit: PAGE, ...(pageParam && { cursor: pageParam }) },
          },
          signal,
        }),
      );
      return {
        versiones: data.map(({ instante }) => instante),
        next: nextOf(headers)?.get('cursor'),
      };
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
