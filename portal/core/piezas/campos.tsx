import { type ReactNode, useContext, useLayoutEffect, useMemo, useState } from 'react';
import {
  Button,
  ComboBox,
  type ComboBoxProps,
  ComboBoxStateContext,
  Input,
  ListBox,
  ListBoxItem,
  Select,
  type SelectProps,
  SelectValue,
  TextField,
  type TextFieldProps,
} from 'react-aria-components';
import type { Piece } from '../../../src/palabras/palabras.ts';
import { folded } from '../formato.ts';
import { Icono } from '../icons.tsx';
import { faultOf, inFull, type Monto, readMonto, textOf } from '../monto.ts';
import { type Around, Below, CampoTexto, framed, named } from './campo-texto.tsx';
import { Casilla } from './casilla.tsx';
import { Flotante } from './flotante.tsx';
import { Marcado } from './marcado.tsx';
import piezas from './piezas.module.css';

// Fields that are more than a line of text stand apart from it: signing in, which every page may ask for, needs no more
// than that.

export { CampoTexto, Casilla };

/**
 * An amount in pesos (MXN). The text stays as it was typed, and its reading stands below it. A text that is no amount, or
 * can be read in two ways, shows its fault when one leaves the field.
 */
export function CampoMonto({
  etiqueta,
  ayuda,
  nota,
  error,
  value,
  onChange,
  isJudged = false,
  ...props
}: Omit<TextFieldProps, 'value' | 'onChange'> &
  Around & {
    value: Monto;
    onChange: (monto: Monto) => void;
    /** A note on the amount, beside its reading. */
    nota?: ReactNode;
    /** Whether the field shows its fault before it is left. */
    isJudged?: boolean;
  }) {
  const [typed, setTyped] = useState(() => textOf(value));
  const [isLeft, setLeft] = useState(true);
  const text = readMonto(typed) === value ? typed : textOf(value);
  const wrong = isJudged || isLeft ? faultOf(value) : undefined;
  return (
    <TextField
      {...props}
      value={text}
      onChange={(next) => {
        setTyped(next);
        setLeft(false);
        onChange(readMonto(next));
      }}
      onBlur={() => setLeft(true)}
      {...framed(error || wrong, piezas.monto)}
    >
      {named(etiqueta, props.isRequired)}
      <Input inputMode="decimal" autoComplete="off" />
      <Below
        ayuda={
          typeof value === 'number' ? (
            <>
              Se entiende {inFull(value)}
              {nota && <>. {nota}</>}
            </>
          ) : (
            ayuda
          )
        }
        error={wrong ?? error}
      />
    </TextField>
  );
}

/** One thing to choose, of a catalog or of a fixed list. */
export interface Opcion {
  id: number | string;
  nombre: string;
  /** The line below its name in the list. */
  detalle?: string | undefined;
  /** The name with the parts marked that were looked for. */
  marcado?: Piece[] | undefined;
}

/** The attribute of elements that the library leaves to screen readers when it hides all else. */
const TOP_LAYER = 'data-react-aria-top-layer';

/** The list that a field opens; without `opciones`, of the field's own finds. */
export function Opciones({ opciones, vacio }: { opciones?: Opcion[]; vacio?: string }) {
  const isSuggesting = useContext(ComboBoxStateContext)?.isOpen;
  // While a field suggests something one goes on typing and may leave by Tab. The library would hide all of the page from
  // screen readers, with its headings and all that can have the focus.
  useLayoutEffect(() => {
    const page = isSuggesting && document.activeElement?.closest('body > *');
    if (!page) return;
    page.setAttribute(TOP_LAYER, '');
    return () => page.removeAttribute(TOP_LAYER);
  }, [isSuggesting]);
  return (
    <Flotante>
      <ListBox<Opcion>
        {...(opciones && { items: opciones })}
        className={piezas.opciones}
        renderEmptyState={() => <p className={piezas.ayuda}>{vacio ?? 'No hay ninguna así.'}</p>}
      >
        {({ nombre, detalle, marcado }) => (
          <ListBoxItem textValue={nombre} className={piezas.opcion}>
            {/* Both lines are its name: the lower one tells two of the same name apart. */}
            <span>{marcado ? <Marcado pieces={marcado} /> : nombre}</span>
            {detalle && <small>{detalle}</small>}
          </ListBoxItem>
        )}
      </ListBox>
    </Flotante>
  );
}

/** One of a few. */
export function CampoSeleccion({
  etiqueta,
  ayuda,
  error,
  opciones,
  ...props
}: SelectProps<Opcion> & Around & { opciones: Opcion[] }) {
  return (
    <Select {...props} {...framed(error)}>
      {named(etiqueta, props.isRequired)}
      <Button className={piezas.abre}>
        <SelectValue>
          {({ isPlaceholder, selectedText }) => (isPlaceholder ? 'Elija…' : selectedText)}
        </SelectValue>
        <Icono nombre="abajo" />
      </Button>
      <Below ayuda={ayuda} error={error} />
      <Opciones opciones={opciones} />
    </Select>
  );
}

/** A line of text, with names to take for it that have what is typed in them; it may be another than these. */
export function CampoSugerido({
  etiqueta,
  ayuda,
  error,
  nombres,
  vacio,
  value,
  onChange,
  ...props
}: Omit<ComboBoxProps<Opcion>, 'children' | 'value' | 'onChange'> &
  Around & {
    nombres: string[];
    /** The notice where no option has the typed text. */
    vacio: string;
    value: string;
    onChange: (text: string) => void;
  }) {
  const sought = folded(value);
  const items = useMemo(
    () =>
      nombres
        .filter((nombre) => folded(nombre).includes(sought))
        .slice(0, MOST_SUGGESTED)
        .map((nombre) => ({ id: nombre, nombre })),
    [nombres, sought],
  );
  return (
    <ComboBox
      {...props}
      items={items}
      inputValue={value}
      onInputChange={onChange}
      allowsCustomValue
      // They may come after the first letter.
      allowsEmptyCollection
      {...framed(error)}
    >
      {named(etiqueta, props.isRequired)}
      <Input />
      <Below ayuda={ayuda} error={error} />
      <Opciones vacio={vacio} />
    </ComboBox>
  );
}

/** The most options at once. A user who looks for another types more of it. */
const MOST_SUGGESTED = 50;

/** One of many, found by typing a part of its name or of the line below it, with or without accents. */
export function CampoCombo({
  etiqueta,
  ayuda,
  error,
  opciones,
  vacio,
  ...props
}: Omit<ComboBoxProps<Opcion>, 'children'> & Around & { opciones: Opcion[]; vacio?: string }) {
  const contains = useMemo(() => {
    const words = new Map<string, string>();
    for (const { nombre, detalle = '' } of opciones) {
      words.set(nombre, `${words.get(nombre) ?? nombre} ${detalle}`);
    }
    return (nombre: string, sought: string) =>
      folded(words.get(nombre) ?? nombre).includes(folded(sought));
  }, [opciones]);
  return (
    <ComboBox
      {...props}
      defaultItems={opciones}
      defaultFilter={contains}
      allowsEmptyCollection
      menuTrigger="focus"
      {...framed(error)}
    >
      {named(etiqueta, props.isRequired)}
      <div className={piezas.conBoton}>
        <Input />
        <Button className={piezas.abreLista}>
          <Icono nombre="abajo" />
        </Button>
      </div>
      <Below ayuda={ayuda} error={error} />
      <Opciones {...(vacio ? { vacio } : {})} />
    </ComboBox>
  );
}
