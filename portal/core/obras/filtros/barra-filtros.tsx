import { type ReactNode, useRef, useState } from 'react';
import { Dialog, DialogTrigger, Input, Label, SearchField } from 'react-aria-components';
import { type Icon, Icono } from '../../icons.tsx';
import { useMinWidth } from '../../piezas/ancho.ts';
import { Boton } from '../../piezas/boton.tsx';
import { Dialogo } from '../../piezas/dialogo.tsx';
import { Esqueleto } from '../../piezas/estados.tsx';
import { Flotante } from '../../piezas/flotante.tsx';
import { lazyPart } from '../../piezas/parte.tsx';
import { usePausa } from '../../piezas/pausa.tsx';
import piezas from '../../piezas/piezas.module.css';
import css from './barra-filtros.module.css';
import { type Chip, type Filtros, idsOf } from './direccion.ts';
import { useCatalogosDeFiltros, useChips, useFiltros } from './filtros.ts';
import { MAS } from './filtros-en-palabras.ts';
import { Notas } from './notas.ts';
import { LISTAS } from './palabras.ts';
import { Plegable } from './plegable.tsx';

// The choices come when the user opens them: most visits go by without.
const Eleccion = lazyPart(() => import('./eleccion.tsx'), <Esqueleto renglones={5} />);
const MasFiltros = lazyPart(() => import('./mas-filtros.tsx'), <Esqueleto renglones={3} />);

const FILTRAR: Icon = ['M4 6h16M7 12h10M10 18h4'];

/** Types are wanted less: they stand behind «Más». */
const IN_BAR = LISTAS.filter((lista) => lista !== 'tipoProyectoId');

/**
 * The one bar of filters: it reads them from the page's address and writes them there, so a page needs nothing but
 * `<BarraFiltros />` and `useFiltros()`. On a phone all but the words are in a dialog that fills the screen.
 *
 * @param resultado the works that the filters leave, in words such as «312 obras», if the page knows
 * @param orden a field that stands first in that dialog
 * @param lugar stands beside the words
 * @param acciones stands at the end of the bar
 */
export function BarraFiltros({
  resultado,
  orden,
  lugar,
  acciones,
}: {
  resultado?: string | undefined;
  orden?: ReactNode;
  lugar?: ReactNode;
  acciones?: ReactNode;
}) {
  const { filtros, clearFiltros } = useFiltros();
  const isWide = useMinWidth(801);
  // In little room the words have it. The chips below say which filters are set.
  const hasRoom = useMinWidth(480);
  const chips = useChips(filtros);
  const [isOpen, setOpen] = useState(false);
  // It outlives the dialog: what is typed and not applied is found again.
  const [draft, setDraft] = useState<Filtros>({});
  const close = () => setOpen(false);
  // The words stand in their own field.
  const chosen = chips.filter(({ filtro }) => filtro !== 'q');
  const more = [...MAS, 'tipoProyectoId' as const].filter((filtro) => filtros[filtro]).length;
  return (
    <section className={`${css.barraFiltros} ${piezas.noSeImprime}`} aria-label="Filtros">
      <Palabras />
      {lugar}
      {isWide ? (
        <>
          <FiltrosEnFila />
          <Boton
            className={more > 0 ? `${css.desplegable} ${css.puesto}` : css.desplegable}
            onPress={() => setOpen(true)}
          >
            {more > 0 ? `Más (${more})` : 'Más'}
            <Icono nombre="abajo" />
          </Boton>
        </>
      ) : (
        <Boton icono={FILTRAR} soloIcono={!hasRoom} onPress={() => setOpen(true)}>
          {chosen.length > 0 ? `Filtros (${chosen.length})` : 'Filtros'}
        </Boton>
      )}
      <Chips chips={chosen} />
      <Notas filtros={filtros} />
      {acciones && <div className={css.alFinal}>{acciones}</div>}
      <Dialogo
        titulo={isWide ? 'Más filtros' : 'Filtros'}
        forma={isWide ? 'cajon' : 'completo'}
        isOpen={isOpen}
        onClose={close}
      >
        {!isWide && (
          <>
            {orden}
            <FiltrosApilados />
          </>
        )}
        <MasFiltros draft={draft} onDraft={setDraft} onDone={close}>
          {isWide
            ? undefined
            : (isTyped) => (
                <footer className={css.pieFijo}>
                  {(chips.length > 0 || isTyped) && (
                    <Boton
                      onPress={() => {
                        setDraft({});
                        clearFiltros();
                      }}
                    >
                      Quitar todos
                    </Boton>
                  )}
                  <Boton tono="principal" type="submit">
                    {resultado && !isTyped ? `Ver ${resultado}` : 'Ver las obras'}
                  </Boton>
                </footer>
              )}
        </MasFiltros>
      </Dialogo>
    </section>
  );
}

/** The filters that are set, each with a way to take it out. */
export function Chips({ chips }: { chips: Chip[] }) {
  const { changeFiltros, clearFiltros } = useFiltros();
  const list = useRef<HTMLUListElement>(null);
  if (chips.length === 0) return null;
  /** The focus stays among the chips, or goes to the search after the last. Else it would be lost with the chip that goes. */
  const refocus = (index = 0) =>
    requestAnimationFrame(() => {
      const left = list.current?.querySelectorAll('button') ?? [];
      const next = left[Math.min(index, left.length - 1)];
      (next ?? document.querySelector<HTMLElement>(`.${css.busqueda} input`))?.focus();
    });
  return (
    <ul className={css.chips} aria-label="Filtros puestos" ref={list}>
      {chips.map((chip, index) => (
        // Its words may still change, when a catalog arrives; the chip that has the focus stays.
        <li key={`${chip.filtro} ${chip.valor}`}>
          <Boton
            className={css.chip}
            aria-label={`Quitar el filtro ${chip.texto}`}
            onPress={() => {
              changeFiltros(chip.sin);
              refocus(index);
            }}
          >
            {chip.texto}
            <Icono nombre="cerrar" />
          </Boton>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Boton
            tono="discreto"
            onPress={() => {
              clearFiltros();
              refocus();
            }}
          >
            Quitar todos
          </Boton>
        </li>
      )}
    </ul>
  );
}

/** The words of the search. While the user types they replace one another in the browser's history. */
function Palabras() {
  const { filtros, changeFiltros } = useFiltros();
  // The first words are a step of their own, to which one can go back; correcting them is none.
  const [text, setText, search] = usePausa(filtros.q ?? '', (q, before) =>
    changeFiltros({ q }, { replace: before !== '' }),
  );
  return (
    <SearchField
      className={`${piezas.campo} ${css.busqueda}`}
      value={text}
      onChange={setText}
      onSubmit={search}
      onClear={() => search('')}
      maxLength={200}
    >
      <Label className={piezas.soloOido}>Buscar por nombre, dirección, clave o descripción</Label>
      <Icono nombre="buscar" />
      <Input placeholder="Nombre, calle o clave" enterKeyHint="search" />
      {text && (
        <Boton tono="discreto" icono="cerrar" soloIcono>
          Borrar la búsqueda
        </Boton>
      )}
    </SearchField>
  );
}

/** On a wide screen the filters that are wanted most are buttons, each with its choices. */
function FiltrosEnFila() {
  const { filtros } = useFiltros();
  const catalogos = useCatalogosDeFiltros();
  return IN_BAR.map((lista) => (
    <Desplegable
      key={lista}
      nombre={catalogos[lista].nombre}
      cuantos={idsOf(filtros, lista).length}
    >
      <Eleccion lista={lista} {...catalogos[lista]} />
    </Desplegable>
  ));
}

function Desplegable({
  nombre,
  cuantos,
  children,
}: {
  nombre: string;
  cuantos: number;
  children: ReactNode;
}) {
  return (
    <DialogTrigger>
      <Boton className={cuantos > 0 ? `${css.desplegable} ${css.puesto}` : css.desplegable}>
        {cuantos > 0 ? `${nombre} (${cuantos})` : nombre}
        <Icono nombre="abajo" />
      </Boton>
      <Flotante placement="bottom start">
        <Dialog className={css.eleccion} aria-label={nombre}>
          {children}
        </Dialog>
      </Flotante>
    </DialogTrigger>
  );
}

/** On a phone the filters stand below one another, each to be unfolded. */
function FiltrosApilados() {
  const { filtros } = useFiltros();
  const catalogos = useCatalogosDeFiltros();
  return IN_BAR.map((lista) => {
    const { nombre, opciones } = catalogos[lista];
    const ids = idsOf(filtros, lista);
    return (
      <Plegable
        key={lista}
        nombre={nombre}
        puestos={opciones.filter(({ id }) => ids.includes(String(id))).map((one) => one.nombre)}
      >
        <Eleccion lista={lista} nombre={nombre} opciones={opciones} />
      </Plegable>
    );
  });
}
