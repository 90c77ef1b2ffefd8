import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { Link } from 'wouter';
import { labelOf } from '../../../src/core/base/text.ts';
import { ACCIONES } from '../../../src/core/bitacora/recursos.ts';
import { api, read, readWhole } from '../api.ts';
import { counted } from '../formato.ts';
import historial from '../obras/historial/historial.module.css';
import { Movimientos } from '../obras/historial/movimientos.tsx';
import { labelsOf } from '../obras/historial/todas.ts';
import { Boton } from '../piezas/boton.tsx';
import { FiltroDeFecha } from '../piezas/campo-fecha.tsx';
import { CampoCombo, CampoSeleccion, CampoTexto } from '../piezas/campos.tsx';
import { Casilla } from '../piezas/casilla.tsx';
import { useDescarga } from '../piezas/descarga.tsx';
import { hrefOf, nextOf } from '../piezas/direccion.ts';
import { Esqueleto, Falla, Vacio } from '../piezas/estados.tsx';
import { Pagina } from '../piezas/pagina.tsx';
import { useParametros } from '../piezas/parametros.ts';
import { CampoConPausa } from '../piezas/pausa.tsx';
import piezas from '../piezas/piezas.module.css';
import { VerMas } from '../piezas/ver-mas.tsx';
import css from './bitacora.module.css';
import { definite, FILTROS, type Filtrado, PREGUNTAS, queryOf } from './filtrado.ts';
import { RECURSOS } from './recursos.ts';

/** Rows of a page. */
const PAGE = 50;

/** The ledger: each change with its author and time, the newest first. */
export default function Bitacora() {
  const { params, changeParams } = useParametros();
  const filtros = Object.fromEntries(
    FILTROS.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
  ) as Filtrado;
  const set = (changes: Filtrado) => changeParams(changes, { replace: true });
  const none = Object.fromEntries(FILTROS.map((name) => [name, '']));
  return (
    <Pagina titulo="Bitácora" acciones={<Descargar filtros={filtros} />}>
      <nav className={`${piezas.enFila} ${css.preguntas}`} aria-label="Preguntas frecuentes">
        {PREGUNTAS.map(({ nombre, filtros: filtrosDePregunta }) => {
          const query = new URLSearchParams(filtrosDePregunta).toString();
          const isHere = query === new URLSearchParams(filtros).toString();
          return (
            <Link
              key={nombre}
              className={piezas.boton}
              href={`/bitacora?${query}`}
              aria-current={isHere ? 'true' : undefined}
            >
              {nombre}
            </Link>
          );
        })}
      </nav>
      <Filtros filtros={filtros} onChange={set} />
      <Renglones filtros={filtros} onClear={() => set(none)} />
    </Pagina>
  );
}

/** The rows of the filters as a file. */
function Descargar({ filtros }: { filtros: Filtrado }) {
  const { download, descargando } = useDescarga();
  return (
    <>
      <Boton
        icono="descargar"
        isPending={descargando !== null}
        onPress={() => void download(hrefOf('/bitacora.csv', queryOf(filtros)))}
      >
        Descargar CSV
      </Boton>
      {descargando}
    </>
  );
}

function Filtros({
  filtros,
  onChange,
}: {
  filtros: Filtrado;
  onChange: (changes: Filtrado) => void;
}) {
  const usuarios = useQuery({
    queryKey: ['usuarios'],
    queryFn: ({ signal }) => read(api.GET('/users', { signal })),
  });
  // On a phone they would fill the screen before the first row.
  const [isOpen] = useState(() => window.matchMedia('(min-width: 50.0625em)').matches);
  const many = Object.keys(filtros).length;
  const chosen = (name: keyof Filtrado) => ({
    value: filtros[name] ?? '',
    onChange: (key: string | number | null) => onChange({ [name]: String(key) }),
  });
  return (
    <details className={piezas.plegable} open={isOpen}>
      <summary>Filtros{many > 0 && ` (${many})`}</summary>
      <div className={piezas.filtros}>
        <CampoSeleccion
          etiqueta="Qué"
          {...chosen('recurso')}
          opciones={[
            { id: '', nombre: 'Todo' },
            ...Object.entries(RECURSOS).map(([id, called]) => ({
              id,
              nombre: labelOf({ called }),
            })),
          ]}
        />
        <CampoConPausa
          etiqueta="Número de registro"
          value={filtros.registro ?? ''}
          onChange={(registro) => onChange({ registro })}
          entrada={{ autoComplete: 'off' }}
        />
        <CampoSeleccion
          etiqueta="Acción"
          {...chosen('accion')}
          opciones={[{ id: '', nombre: 'Todas' }, ...options(ACCIONES)]}
        />
        <CampoSeleccion
          etiqueta="Campo"
          {...chosen('campo')}
          opciones={[{ id: '', nombre: 'Cualquiera' }, ...options(labelsOf('obras'))]}
        />
        <CampoCombo
          etiqueta="Quién"
          opciones={(usuarios.data ?? []).map(({ id, nombreCompleto, email }) => ({
            id,
            nombre: nombreCompleto,
            detalle: email,
          }))}
          value={filtros.usuarioId ?? null}
          onChange={(key) => onChange({ usuarioId: key === null ? '' : String(key) })}
          vacio="No hay ningún usuario así."
        />
        <CampoConPausa
          etiqueta="Archivo importado"
          value={filtros.archivo ?? ''}
          onChange={(archivo) => onChange({ archivo })}
          entrada={{ autoComplete: 'off' }}
        />
        <FiltroDeFecha etiqueta="Desde el día" {...chosen('desde')} />
        <FiltroDeFecha etiqueta="Hasta el día" {...chosen('hasta')} />
        <Porcentaje
          key={filtros.variacionMonto}
          value={filtros.variacionMonto ?? ''}
          onChange={(variacionMonto) => onChange({ variacionMonto })}
        />
        <Casilla
          isSelected={filtros.entradas === 'true'}
          onChange={(isSelected) => onChange({ entradas: isSelected ? 'true' : '' })}
        >
          También quién entró
        </Casilla>
      </div>
    </details>
  );
}

/** By how many percent an amount has changed at least. */
function Porcentaje({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value);
  return (
    <Form
      className={`${piezas.enFila} ${css.porcentaje}`}
      onSubmit={(event) => {
        event.preventDefault();
        onChange(text.replace('%', '').trim());
      }}
    >
      <CampoTexto
        etiqueta="Monto que cambió más de (%)"
        value={text}
        onChange={setText}
        entrada={{ inputMode: 'decimal', autoComplete: 'off' }}
      />
      <Boton type="submit">Aplicar</Boton>
    </Form>
  );
}

const options = (words: Record<string, string>) =>
  Object.entries(words).map(([id, nombre]) => ({ id, nombre }));

function Renglones({ filtros, onClear }: { filtros: Filtrado; onClear: () => void }) {
  const lista = useInfiniteQuery({
    queryKey: ['bitacora', filtros],
    queryFn: async ({ signal, pageParam }) => {
      const { data, headers } = await readWhole(
        api.GET('/bitacora', {
          params: {
            query: {
              // The filters go as text, as they stand in the address. The registry refuses wrong ones in its own words.
              ...(queryOf(filtros) as { accion?: keyof typeof ACCIONES; variacionMonto?: number }),
              ...definite('cursor', pageParam),
              limit: PAGE,
            },
          },
          signal,
        }),
      );
      return { data, next: nextOf(headers)?.get('cursor') ?? undefined };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    // People look here for the changes of the last minutes.
    staleTime: 0,
  });
  if (lista.isPending) return <Esqueleto />;
  const rows = lista.data?.pages.flatMap(({ data }) => data) ?? [];
  if (lista.error && rows.length === 0) {
    return <Falla error={lista.error} onRetry={() => void lista.refetch()} />;
  }
  if (rows.length === 0 && lista.isPlaceholderData) return <Esqueleto />;
  if (rows.length === 0) {
    return (
      <Vacio titulo="No hay nada así en la bitácora.">
        {Object.keys(filtros).length > 0 && <Boton onPress={onClear}>Quitar los filtros</Boton>}
      </Vacio>
    );
  }
  return (
    <div className={historial.historial}>
      <p className={piezas.cuentaRenglones} role="status">
        {lista.hasNextPage ? 'Los ' : ''}
        {counted(rows.length, 'renglón', 'renglones')}
        {lista.hasNextPage && ' más recientes'}
      </p>
      <Movimientos renglones={rows} campo={filtros.campo} deTodo />
      <VerMas lista={lista} />
    </div>
  );
}
