import { useMemo } from 'react';
import {
  Button,
  ComboBox,
  type ComboBoxProps,
  Input,
  ListBox,
  ListBoxItem,
  NumberField,
  type NumberFieldProps,
  Popover,
  Select,
  type SelectProps,
  SelectValue,
  Text,
} from 'react-aria-components';
import { folded } from '../formato.ts';
import { Icono } from '../icons.tsx';
import { type Around, Below, CampoTexto, named } from './campo-texto.tsx';
import { Casilla } from './casilla.tsx';

// What is more than a line of text stands apart from it: signing in, which every page may ask for, needs no more than that.

export { CampoTexto, Casilla };

/** An amount in pesos (MXN) with centavos; `1,250,000.5` and `$1,250,000.50` are both understood. */
export function CampoMonto({ etiqueta, ayuda, error, ...props }: NumberFieldProps & Around) {
  return (
    <NumberField
      {...props}
      validationBehavior="aria"
      formatOptions={{ style: 'currency', currency: 'MXN', currencyDisplay: 'narrowSymbol' }}
      className="campo monto"
      {...(error ? { isInvalid: true } : {})}
    >
      {named(etiqueta, props.isRequired)}
      <Input inputMode="decimal" />
      <Below ayuda={ayuda} error={error} />
    </NumberField>
  );
}

/** One thing to choose, of a catalog or of a fixed list. */
export interface Opcion {
  id: number | string;
  nombre: string;
  /** What stands below its name in the list. */
  detalle?: string | undefined;
}

/** The list that a field opens; where `opciones` are not given, what the field has found of its own. */
const Opciones = ({ opciones, vacio }: { opciones?: Opcion[]; vacio?: string }) => (
  <Popover className="flotante">
    <ListBox<Opcion>
      {...(opciones && { items: opciones })}
      className="opciones"
      renderEmptyState={() => <p className="ayuda">{vacio ?? 'No hay ninguna así.'}</p>}
    >
      {({ nombre, detalle }) => (
        <ListBoxItem textValue={nombre} className="opcion">
          <Text slot="label">{nombre}</Text>
          {detalle && (
            <Text slot="description" elementType="small">
              {detalle}
            </Text>
          )}
        </ListBoxItem>
      )}
    </ListBox>
  </Popover>
);

/** One of a few. */
export function CampoSeleccion({
  etiqueta,
  ayuda,
  error,
  opciones,
  ...props
}: SelectProps<Opcion> & Around & { opciones: Opcion[] }) {
  return (
    <Select
      {...props}
      validationBehavior="aria"
      className="campo"
      {...(error ? { isInvalid: true } : {})}
    >
      {named(etiqueta, props.isRequired)}
      <Button className="abre">
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

/** One of many, found by typing a part of its name, with or without accents. */
export function CampoCombo({
  etiqueta,
  ayuda,
  error,
  opciones,
  vacio,
  ...props
}: Omit<ComboBoxProps<Opcion>, 'children'> & Around & { opciones: Opcion[]; vacio?: string }) {
  const contains = useMemo(
    () => (text: string, sought: string) => folded(text).includes(folded(sought)),
    [],
  );
  return (
    <ComboBox
      {...props}
      defaultItems={opciones}
      defaultFilter={contains}
      allowsEmptyCollection
      menuTrigger="focus"
      validationBehavior="aria"
      className="campo"
      {...(error ? { isInvalid: true } : {})}
    >
      {named(etiqueta, props.isRequired)}
      <div className="con-boton">
        <Input />
        <Button className="abre-lista">
          <Icono nombre="abajo" />
        </Button>
      </div>
      <Below ayuda={ayuda} error={error} />
      <Opciones {...(vacio ? { vacio } : {})} />
    </ComboBox>
  );
}
