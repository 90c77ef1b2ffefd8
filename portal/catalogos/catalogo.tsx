import '../piezas/filtros.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useParams, useSearchParams } from 'wouter';
import { api, read, readWhole } from '../api.ts';
import { useMunicipios } from '../catalogos.ts';
import { counted, folded, grouped } from '../formato.ts';
import { announce } from '../piezas/avisos.tsx';
import { Boton } from '../piezas/boton.tsx';
import { CampoCombo, CampoSeleccion, CampoTexto } from '../piezas/campos.tsx';
import { Confirmacion } from '../piezas/dialogo.tsx';
import { type Campo, Editor } from '../piezas/editor.tsx';
import { Esqueleto, Falla, Vacio } from '../piezas/estados.tsx';
import { type Accion, MenuAcciones } from '../piezas/menu.tsx';
import { Pagina } from '../piezas/pagina.tsx';
import { useIsAdmin } from '../sesion.ts';
import { CATALOGOS, type Catalogo, type Edicion, type Registro } from './definiciones.ts';

/** One catalog: its records, and for administrators what can be done with them. */
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
  return <Tabla ruta={ruta} catalogo={catalogo} />;
}

/** What is being done, in a drawer or a dialog over the table. */
type Tarea =
  | { kind: 'agregar' }
  | { kind: 'editar' | 'clasificar' | 'desactivar' | 'reactivar' | 'eliminar'; registro: Registro };

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function Tabla({ ruta, catalogo }: { ruta: string; catalogo: Catalogo }) {
  const { titulo, plural, esFemenino, columnas, uso, porMunicipio } = catalogo;
  const [search, setSearch] = useSearchParams();
  const [tarea, setTarea] = useState<Tarea | null>(null);
  const queries = useQueryClient();
  const isAdmin = useIsAdmin();
  const edicion = isAdmin ? catalogo.edicion : undefined;
  const municipios = useMunicipios();
  const q = search.get('q') ?? '';
  const estado = search.get('estado') ?? 'activos';
  const municipioId = Number(search.get('municipioId')) || null;
  const set = (name: string, value: string) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );

  const lista = useQuery({
    queryKey: ['catalogos', ruta, 'lista', porMunicipio ? municipioId : null],
    queryFn: ({ signal }) => catalogo.lista(signal, municipioId),
  });
  const obras = useQuery({
    queryKey: ['resumen', 'por', uso?.por],
    queryFn: ({ signal }) =>
      read(
        api.GET('/obras/resumen', { params: { query: { por: uso?.por ?? 'estatus' } }, signal }),
      ),
    enabled: uso !== undefined,
  });
  const counts = new Map(obras.data?.grupos.map((grupo) => [grupo.id, grupo.obras]));

  const all = lista.data ?? [];
  const hasState = all.some(({ activo }) => activo !== undefined) || catalogo.edicion !== undefined;
  const shown = all.filter(
    ({ nombre, detalles, activo }) =>
      folded([nombre, ...detalles].join(' ')).includes(folded(q.trim())) &&
      (!hasState || estado === 'todos' || activo === (estado === 'activos')),
  );
  // A row that was deactivated or deleted takes along the button that had the focus.
  const many = useRef<HTMLParagraphElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    const isOver = wasBusy.current && !tarea;
    wasBusy.current = tarea !== null;
    if (!isOver) return;
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) many.current?.focus();
    }, 100);
    return () => clearTimeout(timer);
  }, [tarea]);
  const ending = esFemenino ? 'as' : 'os';
  const actions = (registro: Registro): Accion[] => [
    ...(edicion?.clasificacion
      ? [
          {
            id: 'clasificar',
            nombre: 'Clasificar en OC4IDS',
            onAction: () => setTarea({ kind: 'clasificar', registro }),
          },
        ]
      : []),
    registro.activo
      ? {
          id: 'desactivar',
          nombre: 'Desactivar',
          onAction: () => setTarea({ kind: 'desactivar', registro }),
        }
      : {
          id: 'reactivar',
          nombre: 'Reactivar',
          onAction: () => setTarea({ kind: 'reactivar', registro }),
        },
    ...(edicion?.elimina
      ? [
          {
            id: 'eliminar',
            nombre: 'Eliminar',
            icono: 'eliminar' as const,
            onAction: () => setTarea({ kind: 'eliminar', registro }),
          },
        ]
      : []),
  ];

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
      <div className="filtros">
        {porMunicipio && (
          <CampoCombo
            etiqueta="Municipio"
            opciones={municipios.data ?? []}
            value={municipioId}
            onChange={(key) => set('municipioId', key === null ? '' : String(key))}
          />
        )}
        <CampoTexto
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
      {lista.isPending ? (
        <Esqueleto />
      ) : lista.error ? (
        <Falla error={lista.error} onRetry={() => void lista.refetch()} />
      ) : porMunicipio && municipioId === null ? (
        <Vacio titulo="Elija un municipio.">
          <p>Verá sus localidades. En todo el estado hay más de dos mil.</p>
        </Vacio>
      ) : (
        <>
          <p className="cuenta-renglones" role="status" tabIndex={-1} ref={many}>
            {shown.length === all.length
              ? counted(all.length, ...plural)
              : `${grouped(shown.length)} de ${counted(all.length, ...plural)}`}
          </p>
          {shown.length === 0 ? (
            <Vacio
              titulo={
                all.length === 0 ? `Todavía no hay ${plural[1]}.` : 'No hay ningún registro así.'
              }
            >
              {all.length > 0 && (q !== '' || estado !== 'activos') && (
                <Boton
                  onPress={() =>
                    setSearch(municipioId === null ? {} : { municipioId: String(municipioId) }, {
                      replace: true,
                    })
                  }
                >
                  Quitar los filtros
                </Boton>
              )}
            </Vacio>
          ) : (
            <table className="tabla tarjetas">
              <caption className="solo-oido">{titulo}</caption>
              <thead>
                <tr>
                  <th scope="col">{ruta === 'ejercicios' ? 'Año' : 'Nombre'}</th>
                  {columnas.map((columna) => (
                    <th key={columna} scope="col">
                      {columna}
                    </th>
                  ))}
                  {uso && (
                    <th scope="col" className="numero">
                      Obras
                    </th>
                  )}
                  {hasState && <th scope="col">Estado</th>}
                  {edicion && <th scope="col">Acciones</th>}
                </tr>
              </thead>
              <tbody>
                {shown.map((registro) => {
                  const { id, nombre, detalles, activo } = registro;
                  const works = counts.get(id) ?? 0;
                  return (
                    <tr key={id}>
                      <th scope="row">{nombre}</th>
                      {columnas.map((columna, index) => (
                        <td key={columna} data-titulo={columna}>
                          {detalles[index] || '—'}
                        </td>
                      ))}
                      {uso && (
                        <td data-titulo="Obras" className="numero">
                          {!obras.data ? (
                            '…'
                          ) : works === 0 ? (
                            '0'
                          ) : (
                            <Link
                              href={`/obras?${uso.filtro}=${id}`}
                              aria-label={`Ver ${counted(works, 'obra', 'obras')} de ${nombre}`}
                            >
                              {grouped(works)}
                            </Link>
                          )}
                        </td>
                      )}
                      {hasState && (
                        <td data-titulo="Estado">
                          <span className={`marca-estado ${activo ? 'bien' : ''}`}>
                            {activo ? `Activ${ending.charAt(0)}` : `Inactiv${ending.charAt(0)}`}
                          </span>
                        </td>
                      )}
                      {edicion && (
                        <td className="de-acciones">
                          <div>
                            <Boton
                              tono="discreto"
                              icono="editar"
                              aria-label={`Editar ${nombre}`}
                              onPress={() => setTarea({ kind: 'editar', registro })}
                            >
                              Editar
                            </Boton>
                            <MenuAcciones
                              boton={
                                <Boton tono="discreto" icono="mas" soloIcono>
                                  {`Más acciones con ${nombre}`}
                                </Boton>
                              }
                              acciones={actions(registro)}
                            />
                          </div>
                        </td>
                      )}
                    </tr>
                  );
                })}
              </tbody>
            </table>
          )}
        </>
      )}
      {edicion && tarea && (
        <EnCurso
          catalogo={catalogo}
          edicion={{
            ...edicion,
            campos: edicion.campos.map((campo) =>
              campo.nombre === 'municipioId'
                ? { ...campo, opciones: municipios.data ?? [] }
                : campo,
            ),
            inicial:
              'municipioId' in edicion.inicial
                ? { ...edicion.inicial, municipioId }
                : edicion.inicial,
          }}
          tarea={tarea}
          onClose={() => setTarea(null)}
          onWritten={() =>
            // Works show the names of their catalogs.
            Promise.all(
              ['catalogos', 'obras', 'obra', 'resumen'].map((key) =>
                queries.invalidateQueries({ queryKey: [key] }),
              ),
            )
          }
        />
      )}
    </Pagina>
  );
}

/** The drawer or the dialog of what is being done. */
function EnCurso({
  catalogo,
  edicion,
  tarea,
  onClose,
  onWritten,
}: {
  catalogo: Catalogo;
  edicion: Edicion;
  tarea: Tarea;
  onClose: () => void;
  onWritten: () => Promise<unknown>;
}) {
  const { singular, plural, esFemenino } = catalogo;
  const done = `Se guardó ${singular}.`;
  const unique = edicion.unico;
  const campoDe = ({ status }: { status: number }) => (status === 409 ? unique : undefined);
  if (tarea.kind === 'agregar') {
    return (
      <Editor
        titulo={`Agregar ${plural[0]}`}
        campos={edicion.campos}
        inicial={edicion.inicial}
        accion={`Agregar ${plural[0]}`}
        hecho={`Se agregó ${singular}.`}
        campoDe={campoDe}
        guarda={async (valores, clave) => {
          await edicion.crea(valores, clave);
          await onWritten();
        }}
        onClose={onClose}
      />
    );
  }
  const { registro } = tarea;
  const { id, nombre } = registro;
  if (tarea.kind === 'editar' || tarea.kind === 'clasificar') {
    const { campos, lee, cambia }: { campos: Campo[] } & Pick<Edicion, 'lee' | 'cambia'> =
      (tarea.kind === 'clasificar' && edicion.clasificacion) || edicion;
    return (
      <Editor
        titulo={tarea.kind === 'editar' ? `Editar ${singular}` : 'Clasificar en OC4IDS'}
        campos={campos}
        lee={() => lee(id)}
        accion="Guardar cambios"
        hecho={done}
        campoDe={campoDe}
        guarda={async (valores, etag) => {
          await cambia(id, valores, etag);
          await onWritten();
        }}
        onClose={onClose}
      >
        {tarea.kind === 'clasificar' && (
          <p>
            Qué es «{nombre}» en las palabras del estándar de datos abiertos de infraestructura. Con
            ellas se publican sus obras.
          </p>
        )}
      </Editor>
    );
  }
  return (
    <Confirmar
      catalogo={catalogo}
      edicion={edicion}
      kind={tarea.kind}
      registro={registro}
      done={`Se ${{ desactivar: 'desactivó', reactivar: 'reactivó', eliminar: 'eliminó' }[tarea.kind]} ${singular} «${nombre}».`}
      word={esFemenino ? 'la' : 'lo'}
      onClose={onClose}
      onWritten={onWritten}
    />
  );
}

function Confirmar({
  catalogo: { uso, singular },
  edicion,
  kind,
  registro: { id, nombre },
  done,
  word,
  onClose,
  onWritten,
}: {
  catalogo: Catalogo;
  edicion: Edicion;
  kind: 'desactivar' | 'reactivar' | 'eliminar';
  registro: Registro;
  done: string;
  /** «la» or «lo», before a verb. */
  word: string;
  onClose: () => void;
  onWritten: () => Promise<unknown>;
}) {
  const now = useQuery({
    queryKey: ['por confirmar', singular, id, kind],
    queryFn: async ({ signal }) => {
      const [{ etag }, used] = await Promise.all([
        edicion.lee(id),
        uso &&
          readWhole(
            api.GET('/obras', { params: { query: { [uso.filtro]: [id], limit: 1 } }, signal }),
          ),
      ]);
      return { etag: etag ?? '*', obras: Number(used?.headers.get('x-total-count') ?? 0) };
    },
    staleTime: 0,
    gcTime: 0,
  });
  const confirm = async () => {
    if (!now.data) return;
    const { etag } = now.data;
    try {
      if (kind === 'eliminar') await edicion.elimina?.(id, etag);
      else await edicion.cambia(id, { activo: kind === 'reactivar' }, etag);
    } catch (error) {
      // Where somebody has changed it meanwhile, the next press is about what it is by then.
      await now.refetch();
      throw error;
    }
    await onWritten();
    announce(done);
  };
  const verb = capital(kind);
  const many = now.data?.obras ?? 0;
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
              {many === 0
                ? `Ninguna obra ${word} usa.`
                : many === 1
                  ? `${capital(word)} usa 1 obra. `
                  : `${capital(word)} usan ${grouped(many)} obras. `}
              {many > 0 && (
                <Link href={`/obras?${uso.filtro}=${id}`}>
                  {many === 1 ? 'Ver esa obra' : 'Ver esas obras'}
                </Link>
              )}
            </p>
          )}
          <p>{consequence(kind, many, word)}</p>
        </>
      )}
    </Confirmacion>
  );
}

function consequence(kind: 'desactivar' | 'reactivar' | 'eliminar', many: number, word: string) {
  switch (kind) {
    case 'desactivar':
      return `${many > 0 ? `Sus obras ${word} siguen mostrando. ` : ''}Ya no podrá elegirse en otras, hasta que alguien ${word} reactive.`;
    case 'reactivar':
      return 'Podrá elegirse otra vez.';
    default:
      return many > 0
        ? 'Mientras haya obras así, el registro no permite eliminar; en su lugar puede desactivar.'
        : 'No puede deshacerse. Queda constancia en la bitácora.';
  }
}
