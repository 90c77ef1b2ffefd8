import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Fragment, useId, useState } from 'react';
import { Form } from 'react-aria-components';
import { Link } from 'wouter';
import { api, nextOf, read, readWhole } from '../api.ts';
import { useNombres } from '../catalogos.ts';
import { counted, day, moment, time } from '../formato.ts';
import { Boton } from '../piezas/boton.tsx';
import { FiltroDeFecha } from '../piezas/campo-fecha.tsx';
import { CampoCombo, CampoSeleccion, CampoTexto } from '../piezas/campos.tsx';
import { useDescarga } from '../piezas/descarga.tsx';
import { Esqueleto, Falla, Vacio } from '../piezas/estados.tsx';
import { Pagina } from '../piezas/pagina.tsx';
import { hrefOf, useParametros } from '../piezas/parametros.ts';
import { CampoConPausa } from '../piezas/pausa.tsx';
import piezas from '../piezas/piezas.module.css';
import { type Columna, Tabla } from '../piezas/tabla.tsx';
import css from './bitacora.module.css';
import {
  ACCIONES,
  type AccionDeBitacora,
  CAMPOS_BUSCADOS,
  fieldName,
  inOrder,
  RECURSOS,
  type Renglon,
  recordName,
  valueInWords,
} from './palabras.ts';

/** Rows of a page. */
const PAGE = 50;

/** The filters that the address may have; days are those of Yucatán. */
const FILTROS = [
  'recurso',
  'registro',
  'usuarioId',
  'accion',
  'campo',
  'variacionMonto',
  'desde',
  'hasta',
] as const;
type Filtrado = Partial<Record<(typeof FILTROS)[number], string>>;

/** Questions that are asked often. */
const PREGUNTAS: { nombre: string; filtros: Filtrado }[] = [
  {
    nombre: 'Quién cambió un monto',
    filtros: { recurso: 'obras', accion: 'cambiar', campo: 'monto' },
  },
  { nombre: 'Obras eliminadas', filtros: { recurso: 'obras', accion: 'eliminar' } },
  { nombre: 'Cambios de usuarios', filtros: { recurso: 'users' } },
  { nombre: 'Entradas fallidas', filtros: { accion: 'entrada fallida' } },
];

/** The ledger: who changed what and when, the newest first. */
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
          opciones={[{ id: '', nombre: 'Todo' }, ...options(RECURSOS)]}
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
          opciones={[
            { id: '', nombre: 'Cualquiera' },
            ...CAMPOS_BUSCADOS.map((id) => ({ id, nombre: fieldName(id) })),
          ]}
        />
        <Porcentaje
          key={filtros.variacionMonto}
          value={filtros.variacionMonto ?? ''}
          onChange={(variacionMonto) => onChange({ variacionMonto })}
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
        <FiltroDeFecha etiqueta="Desde el día" {...chosen('desde')} />
        <FiltroDeFecha etiqueta="Hasta el día" {...chosen('hasta')} />
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

/**
 * The instant at which a day begins in Yucatán, whose clocks have been six hours behind UTC all year since before there
 * was a ledger. A text that is no day goes as it is, and the registry says so.
 *
 * @param later whole days to be added
 */
function beginningOf(day: string | undefined, later = 0): string | undefined {
  if (!day) return undefined;
  const midnight = new Date(`${day}T00:00:00-06:00`);
  if (Number.isNaN(midnight.getTime())) return day;
  midnight.setUTCDate(midnight.getUTCDate() + later);
  return midnight.toISOString();
}

/** The filters as the registry takes them. */
const queryOf = ({ desde, hasta, ...rest }: Filtrado): Filtrado => ({
  ...rest,
  ...definite('desde', beginningOf(desde)),
  ...definite('hasta', beginningOf(hasta, 1)),
});

function Renglones({ filtros, onClear }: { filtros: Filtrado; onClear: () => void }) {
  const lista = useInfiniteQuery({
    queryKey: ['bitacora', filtros],
    queryFn: async ({ signal, pageParam }) => {
      const { data, headers } = await readWhole(
        api.GET('/bitacora', {
          params: {
            query: {
              // The filters go as text, as they stand in the address. The registry refuses wrong ones in its own words.
              ...(queryOf(filtros) as { accion?: AccionDeBitacora; variacionMonto?: number }),
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
  const names = useNombres();
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
    <>
      <p className={piezas.cuentaRenglones} role="status">
        {lista.hasNextPage ? 'Los ' : ''}
        {counted(rows.length, 'renglón', 'renglones')}
        {lista.hasNextPage && ' más recientes'}
      </p>
      <table className={`${piezas.tabla} ${piezas.tarjetas} ${css.bitacora}`}>
        <caption className={piezas.soloOido}>Bitácora</caption>
        <thead>
          <tr>
            <th scope="col">Cuándo</th>
            <th scope="col">Quién</th>
            <th scope="col">Qué hizo</th>
            <th scope="col">Cambios</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Fila key={row.id} row={row} names={names} />
          ))}
        </tbody>
      </table>
      {lista.error && <Falla error={lista.error} onRetry={() => void lista.fetchNextPage()} />}
      {lista.hasNextPage && (
        <p className={piezas.verMas}>
          <Boton onPress={() => void lista.fetchNextPage()} isPending={lista.isFetchingNextPage}>
            Ver más
          </Boton>
        </p>
      )}
    </>
  );
}

/** The property, unless there is none. */
const definite = <Name extends string>(name: Name, value: string | undefined) =>
  (value === undefined ? {} : { [name]: value }) as Partial<Record<Name, string>>;

function Fila({ row, names }: { row: Renglon; names: ReadonlyMap<string, string> }) {
  const [isOpen, setOpen] = useState(false);
  const details = useId();
  const { instante, usuarioNombre, usuarioEmail, direccion, programa, accion, archivo } = row;
  const { nombre, fila, cambios } = row;
  const called = recordName(row);
  return (
    <>
      <tr className={isOpen ? css.abierta : undefined}>
        <td data-titulo="Cuándo">
          <time dateTime={instante}>
            {day(instante)}, <span>{time(instante)}</span>
          </time>
        </td>
        <td data-titulo="Quién" className={piezas.seParte}>
          {usuarioNombre ?? usuarioEmail ?? 'No se sabe quién'}
          {usuarioNombre && <small>{usuarioEmail}</small>}
          <small>{direccion ? `desde ${direccion}` : `por el programa ${programa}`}</small>
        </td>
        <th scope="row" className={css.que}>
          <span className={css.accion}>{ACCIONES[accion]}</span> <Registro row={row} />
          {nombre !== null && !called.includes(nombre) && <small>{nombre}</small>}
          {archivo !== null && (
            <small>{fila === null ? archivo : `fila ${fila} de ${archivo}`}</small>
          )}
        </th>
        <td data-titulo="Cambios" className={piezas.seParte}>
          {cambios.length === 0 ? (
            '—'
          ) : (
            <>
              <Brief row={row} names={names} />
              <Boton
                tono="discreto"
                className={css.verCambios}
                aria-expanded={isOpen}
                aria-controls={details}
                aria-label={`${isOpen ? 'Ocultar' : 'Ver'} antes y después: ${ACCIONES[accion]}, ${recordName(row)}, ${moment(instante)}`}
                onPress={() => setOpen(!isOpen)}
              >
                {isOpen ? 'Ocultar' : 'Ver antes y después'}
              </Boton>
            </>
          )}
        </td>
      </tr>
      {isOpen && (
        <tr className={css.detalle} id={details}>
          <td colSpan={4}>
            <AntesYDespues row={row} names={names} />
          </td>
        </tr>
      )}
    </>
  );
}

/** The record that the row is about, leading to where one can see it. */
function Registro({ row }: { row: Renglon }) {
  const { recurso, registro, accion } = row;
  const name = recordName(row);
  const place: Record<string, string> = {
    obras: accion === 'eliminar' ? `/obras/${registro}/historial` : `/obras/${registro}`,
    users: '/usuarios',
    dependencias: '/catalogos/dependencias?estado=todos',
    'ejercicio-fiscal': '/catalogos/ejercicios?estado=todos',
    'tipo-proyecto': '/catalogos/tipos?estado=todos',
    localidad: '/catalogos/localidades',
  };
  const href = registro === null ? undefined : place[recurso];
  return href ? <Link href={href}>{name}</Link> : <span>{name}</span>;
}

/** The fields that changed, and the amounts of «monto» themselves. */
function Brief({
  row: { accion, recurso, cambios },
  names,
}: {
  row: Renglon;
  names: ReadonlyMap<string, string>;
}) {
  const monto = cambios.find(({ campo }) => campo === 'monto');
  const changed = inOrder(cambios).map(({ campo }) => fieldName(campo, recurso).toLowerCase());
  if (accion !== 'cambiar' && accion !== 'contraseña') {
    return (
      <span>
        {monto
          ? valueInWords('monto', monto.despues ?? monto.antes, names)
          : counted(cambios.length, 'campo', 'campos')}
      </span>
    );
  }
  const others = changed.filter((name) => name !== 'monto');
  return (
    <>
      {monto && (
        <strong>
          monto: {valueInWords('monto', monto.antes, names)} →{' '}
          {valueInWords('monto', monto.despues, names)}
          {percentOf(monto)}
        </strong>
      )}
      {others.length > 0 && <span>{`${monto ? ' y ' : ''}${others.join(', ')}`}</span>}
    </>
  );
}

const percents = new Intl.NumberFormat('es-MX', {
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

/** By how many percent an amount grew or fell, in words; nothing where it was 0 before. */
function percentOf({ antes, despues }: Renglon['cambios'][number]): string {
  if (typeof antes !== 'number' || typeof despues !== 'number' || antes === 0) return '';
  return ` (${percents.format((100 * (despues - antes)) / antes)}\u00a0%)`;
}

function AntesYDespues({ row, names }: { row: Renglon; names: ReadonlyMap<string, string> }) {
  const { recurso, registro, accion, cambios, solicitud } = row;
  const obra = recurso === 'obras' && registro !== null ? Number(registro) : null;
  const state = (
    titulo: string,
    when: 'antes' | 'despues',
  ): Columna<Renglon['cambios'][number]> => ({
    titulo,
    clase: piezas.seParte,
    celda: (cambio) => <Value lines={valueInWords(cambio.campo, cambio[when], names)} />,
  });
  return (
    <>
      {obra !== null && <DeLaObra id={obra} isGone={accion === 'eliminar'} />}
      <Tabla
        titulo="Antes y después"
        filas={inOrder(cambios)}
        claveDe={({ campo }) => campo}
        columnas={[
          { titulo: 'Campo', celda: ({ campo }) => fieldName(campo, recurso) },
          ...(accion === 'crear' ? [] : [state('Antes', 'antes')]),
          ...(accion === 'eliminar' ? [] : [state('Después', 'despues')]),
        ]}
      />
      {solicitud && (
        <p className={piezas.ayuda}>
          Solicitud: <code>{solicitud}</code>
        </p>
      )}
    </>
  );
}

const Value = ({ lines }: { lines: string[] }) =>
  lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two places may be told alike, and none moves
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ));

/** The row's work as it is now, with a link to its story. */
function DeLaObra({ id, isGone }: { id: number; isGone: boolean }) {
  const obra = useQuery({
    queryKey: ['obras', 'nombre', id],
    queryFn: ({ signal }) => read(api.GET('/obras/{id}', { params: { path: { id } }, signal })),
    enabled: !isGone,
  });
  return (
    <p>
      {obra.data && (
        <>
          <Link href={`/obras/${id}`}>{obra.data.nombre}</Link> ({obra.data.claveUnica}).{' '}
        </>
      )}
      <Link href={`/obras/${id}/historial`}>Ver toda la historia de la obra</Link>
    </p>
  );
}
