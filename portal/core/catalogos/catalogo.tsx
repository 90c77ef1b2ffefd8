import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { api, readWhole } from '../api.ts';
import { useMunicipios } from '../catalogos.ts';
import { capital, counted, folded, grouped } from '../formato.ts';
import { hasGrupos, useGrupos } from '../obras/totales.ts';
import { announce } from '../piezas/avisos.tsx';
import { Boton } from '../piezas/boton.tsx';
import { CampoCombo, CampoSeleccion } from '../piezas/campos.tsx';
import { Confirmacion } from '../piezas/dialogo.tsx';
import { Esqueleto, Estado, Falla, Vacio } from '../piezas/estados.tsx';
import { useFocusAfter } from '../piezas/foco.ts';
import { MenuAcciones } from '../piezas/menu.tsx';
import { Pagina } from '../piezas/pagina.tsx';
import { useParametros } from '../piezas/parametros.ts';
import { CampoConPausa } from '../piezas/pausa.tsx';
import piezas from '../piezas/piezas.module.css';
import { useReread } from '../piezas/releer.ts';
import { type Columna, Registros } from '../piezas/tabla.tsx';
import { Editor } from '../records/editor.tsx';
import { useIsAdmin } from '../usar.ts';
import { CATALOGOS, type Catalogo, type Edicion, type Registro } from './definiciones.ts';
import { consequence, DONE, kindsOf, nameOf, usage, within } from './palabras.ts';

/** One catalog: its records, and the administrators' tasks. */
export default function PaginaCatalogo() {
  const { catalogo: ruta = '' } = useParams<{ catalogo: string }>();
  const catalogo = Object.hasOwn(CATALOGOS, ruta) ? CATALOGOS[ruta] : undefined;
  if (!catalogo) {
    return (
      <Pagina titulo="No existe este catálogo" ancho="texto">
        <p>
          Vaya a <Link href="/catalogos">los catálogos</Link>.
        </p>
      </Pagina>
    );
  }
  return <Registrados key={ruta} ruta={ruta} catalogo={catalogo} />;
}

/** The task under way, in a drawer or a dialog over the table. */
type Tarea =
  | { kind: 'agregar' }
  | {
      kind: 'editar' | 'clasificar' | 'fusionar' | 'desactivar' | 'reactivar' | 'eliminar';
      registro: Registro;
    };

/** The number of works of each record, as the summary counts them; undefined for a catalog that works don't refer to. */
function useUso(uso: Catalogo['uso']): ((id: number) => number) | undefined {
  const grupos = useGrupos(uso?.por);
  return grupos && ((id) => grupos.find((grupo) => grupo.id === id)?.obras ?? 0);
}

function Registrados({ ruta, catalogo }: { ruta: string; catalogo: Catalogo }) {
  const { titulo, plural, esFemenino, porMunicipio } = catalogo;
  const { params, changeParams } = useParametros();
  const [tarea, setTarea] = useState<Tarea | null>(null);
  const edicion = useIsAdmin() ? catalogo.edicion : undefined;
  const municipios = useMunicipios();
  const q = params.get('q') ?? '';
  const estado = params.get('estado') ?? 'activos';
  const municipioId = Number(params.get('municipioId')) || null;
  const set = (name: string, value: string) => changeParams({ [name]: value }, { replace: true });
  const lista = catalogo.useLista(municipioId);
  const all = lista.data ?? [];
  const hasState = all.some(({ activo }) => activo !== undefined) || catalogo.edicion !== undefined;
  const shown = all.filter(
    ({ nombre, detalles, activo }) =>
      folded([nombre, ...detalles].join(' ')).includes(folded(q.trim())) &&
      (!hasState || estado === 'todos' || activo === (estado === 'activos')),
  );
  const cuenta = useFocusAfter<HTMLParagraphElement>(tarea !== null);
  const ending = esFemenino ? 'as' : 'os';
  const columnas = useColumnas(ruta, catalogo, hasState, edicion && setTarea);

  return (
    <Pagina
      titulo={titulo}
      antetitulo={<Link href="/catalogos">Catálogos</Link>}
      acciones={
        edicion && (
          <Boton tono="principal" icono="agregar" onPress={() => setTarea({ kind: 'agregar' })}>
            {`Agregar ${plural[0]}`}
          </Boton>
        )
      }
    >
      <div className={piezas.filtros}>
        {porMunicipio && (
          <CampoCombo
            etiqueta="Municipio"
            opciones={municipios.data ?? []}
            value={municipioId}
            onChange={(key) => set('municipioId', key === null ? '' : String(key))}
          />
        )}
        <CampoConPausa
          etiqueta={`Buscar en ${plural[1]}`}
          type="search"
          value={q}
          onChange={(text) => set('q', text)}
          entrada={{ autoComplete: 'off' }}
        />
        {hasState && (
          <CampoSeleccion
            etiqueta="Mostrar"
            value={estado}
            onChange={(key) => set('estado', key === 'activos' ? '' : String(key))}
            opciones={[
              { id: 'activos', nombre: `Sólo activ${ending}` },
              { id: 'inactivos', nombre: `Sólo inactiv${ending}` },
              { id: 'todos', nombre: `Tod${ending}` },
            ]}
          />
        )}
      </div>
      {porMunicipio && municipioId === null ? (
        <Vacio titulo="Elija un municipio.">
          <p>Verá sus localidades. En todo el estado hay más de dos mil.</p>
        </Vacio>
      ) : (
        <Registros
          lista={lista}
          plural={plural}
          titulo={titulo}
          columnas={columnas}
          filas={shown}
          claveDe={({ id }) => id}
          cuenta={cuenta}
          vacio={
            <Vacio
              titulo={
                all.length === 0 ? `Todavía no hay ${plural[1]}.` : 'No hay ningún registro así.'
              }
            >
              {all.length > 0 && (q !== '' || estado !== 'activos') && (
                <Boton onPress={() => changeParams({ q: '', estado: '' }, { replace: true })}>
                  Quitar los filtros
                </Boton>
              )}
            </Vacio>
          }
        />
      )}
      {edicion && tarea && (
        <EnCurso
          catalogo={catalogo}
          edicion={within(edicion, municipioId, municipios.data)}
          activos={all.filter(({ activo }) => activo)}
          tarea={tarea}
          onClose={() => setTarea(null)}
        />
      )}
    </Pagina>
  );
}

/** @param onTarea begins a task, for users who may */
function useColumnas(
  ruta: string,
  { columnas, uso, esFemenino, edicion }: Catalogo,
  hasState: boolean,
  onTarea: ((tarea: Tarea) => void) | undefined,
): Columna<Registro>[] {
  const usos = useUso(uso);
  const ending = esFemenino ? 'a' : 'o';
  const link = ({ id, nombre }: Registro, works: number) => (
    <Link
      href={`/obras?${uso?.filtro}=${id}`}
      aria-label={`Ver ${counted(works, 'obra', 'obras')} de ${nombre}`}
    >
      {grouped(works)}
    </Link>
  );
  const obras: Columna<Registro> = {
    titulo: 'Obras',
    esNumero: true,
    celda: (one) => (usos ? (usos(one.id) === 0 ? '0' : link(one, usos(one.id))) : '…'),
  };
  const estado: Columna<Registro> = {
    titulo: 'Estado',
    celda: ({ activo }) => (
      <Estado esBueno={activo}>{`${activo ? 'Activ' : 'Inactiv'}${ending}`}</Estado>
    ),
  };
  const acciones: Columna<Registro> = {
    titulo: 'Acciones',
    sinTitulo: true,
    clase: piezas.deAcciones,
    celda: (registro) => (
      <div>
        <Boton
          tono="discreto"
          icono="editar"
          aria-label={`Editar ${registro.nombre}`}
          onPress={() => onTarea?.({ kind: 'editar', registro })}
        >
          Editar
        </Boton>
        <MenuAcciones
          boton={
            <Boton tono="discreto" icono="mas" soloIcono>
              {`Más acciones con ${registro.nombre}`}
            </Boton>
          }
          acciones={kindsOf(registro, edicion).map((kind) => ({
            id: kind,
            nombre: nameOf(kind, edicion),
            ...(kind === 'eliminar' && { icono: 'eliminar' as const }),
            onAction: () => onTarea?.({ kind, registro }),
          }))}
        />
      </div>
    ),
  };
  return [
    { titulo: ruta === 'ejercicios' ? 'Año' : 'Nombre', celda: ({ nombre }) => nombre },
    ...columnas.map((titulo, index) => ({
      titulo,
      celda: ({ detalles }: Registro) => detalles[index] || '—',
    })),
    ...(uso && hasGrupos ? [obras] : []),
    ...(hasState ? [estado] : []),
    ...(onTarea ? [acciones] : []),
  ];
}

function EnCurso({
  catalogo,
  edicion,
  activos,
  tarea,
  onClose,
}: {
  catalogo: Catalogo;
  edicion: Edicion;
  /** The records that are in use: one of them may take in another. */
  activos: Registro[];
  tarea: Tarea;
  onClose: () => void;
}) {
  const { singular, plural, esFemenino } = catalogo;
  if (tarea.kind === 'agregar') {
    return (
      <Editor
        titulo={`Agregar ${plural[0]}`}
        recurso={edicion.recursoAt()}
        campos={edicion.campos}
        inicial={edicion.inicial}
        accion={`Agregar ${plural[0]}`}
        hecho={`Se agregó ${singular}.`}
        unico={edicion.unico}
        onClose={onClose}
      />
    );
  }
  const { registro } = tarea;
  const { id, nombre } = registro;
  if (tarea.kind === 'editar' || tarea.kind === 'clasificar') {
    const own = tarea.kind === 'clasificar' && edicion.clasificacion;
    const { campos, recursoAt } = own || edicion;
    return (
      <Editor
        titulo={own ? own.accion : `Editar ${singular}`}
        recurso={recursoAt(id)}
        campos={campos}
        hecho={`Se guardó ${singular}.`}
        unico={edicion.unico}
        onClose={onClose}
      >
        {own && <p>{own.ayuda(nombre)}</p>}
      </Editor>
    );
  }
  if (tarea.kind === 'fusionar') {
    const { de, read } = edicion.recursoAt(id);
    return (
      <Editor
        titulo={`Fusionar ${singular}`}
        campos={[
          {
            nombre: 'destinoId',
            etiqueta: 'Con',
            tipo: 'combo',
            opciones: activos.filter((one) => one.id !== id),
            falta: `Elija ${singular} con ${esFemenino ? 'la' : 'el'} que se fusiona.`,
          },
        ]}
        recurso={{
          de: `${de}/fusion`,
          // Nothing is chosen: the registry asks for it.
          read: async () => ({ valores: {}, etag: (await read()).etag }),
          change: async ({ destinoId }, etag) => ({
            obras: (await edicion.fusiona?.(id, (destinoId ?? undefined) as number, etag)) ?? 0,
          }),
        }}
        accion="Fusionar"
        hecho={`«${nombre}» se fusionó.`}
        onClose={onClose}
      >
        <p>
          Las obras de «{nombre}» pasan {esFemenino ? 'a la que' : 'al que'} elija, y «{nombre}» se
          desactiva. No se puede deshacer; la bitácora dice cuáles eran.
        </p>
      </Editor>
    );
  }
  return <Confirmar {...{ catalogo, edicion, registro, onClose }} kind={tarea.kind} />;
}

function Confirmar({
  catalogo: { uso, singular, esFemenino },
  edicion,
  kind,
  registro: { id, nombre },
  onClose,
}: {
  catalogo: Catalogo;
  edicion: Edicion;
  kind: keyof typeof DONE;
  registro: Registro;
  onClose: () => void;
}) {
  const word = esFemenino ? 'la' : 'lo';
  const reread = useReread();
  const recurso = edicion.recursoAt(id);
  const now = useQuery({
    queryKey: ['por confirmar', singular, id, kind],
    queryFn: async ({ signal }) => {
      const [{ etag }, used] = await Promise.all([
        recurso.read(),
        uso &&
          readWhole(
            api.GET('/obras', { params: { query: { [uso.filtro]: [id], limit: 1 } }, signal }),
          ),
      ]);
      return { etag, obras: Number(used?.headers.get('x-total-count') ?? 0) };
    },
    staleTime: 0,
    gcTime: 0,
  });
  const confirm = async () => {
    if (!now.data) return;
    const { etag } = now.data;
    try {
      if (kind === 'eliminar') await recurso.remove(etag);
      else await recurso.change({ activo: kind === 'reactivar' }, etag);
    } catch (error) {
      // After another person's change, the next press is about the record as it is then.
      await now.refetch();
      throw error;
    }
    await reread();
    announce(`Se ${DONE[kind]} ${singular} «${nombre}».`);
  };
  const verb = capital(kind);
  const many = now.data?.obras ?? 0;
  const words = usage(many, word);
  return (
    <Confirmacion
      titulo={`${verb} ${singular}`}
      isOpen
      onClose={onClose}
      accion={verb}
      tono={kind === 'eliminar' ? 'peligro' : 'principal'}
      isDisabled={!now.data}
      onConfirm={confirm}
    >
      <p>
        <strong>{nombre}</strong>
      </p>
      {now.error ? (
        <Falla error={now.error} onRetry={() => void now.refetch()} />
      ) : !now.data ? (
        <Esqueleto renglones={1} />
      ) : (
        <>
          {uso && (
            <p>
              {words.uso}{' '}
              {words.enlace && <Link href={`/obras?${uso.filtro}=${id}`}>{words.enlace}</Link>}
            </p>
          )}
          <p>{consequence(kind, many, word)}</p>
        </>
      )}
    </Confirmacion>
  );
}
