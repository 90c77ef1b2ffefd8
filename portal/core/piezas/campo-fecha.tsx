import { useState } from 'react';
import { Input, TextField, type TextFieldProps } from 'react-aria-components';
import { dayInWords, isDay } from '../../../src/core/base/time.ts';
import { type Around, Below, framed, named } from './campo-texto.tsx';
import { dayOf, faultOf, textOf } from './fechas.ts';

type Props = Omit<TextFieldProps, 'value' | 'onChange' | 'type'> & Around;

/**
 * A day, read by the rules of the import: 30/06/2026, 30 de junio de 2026 or 2026-06-30, day first whatever the browser's
 * language, typed or pasted. The text stays as it was typed, and its reading stands below it. A text that is no day shows its
 * fault when one leaves the field or presses Enter.
 *
 * @param value a day such as 2026-06-30; empty for none. A text that is no day is handed on as it was typed, so that the
 *   registry refuses it where a form is sent with it
 */
export function CampoFecha({
  etiqueta,
  ayuda,
  error,
  value,
  onChange,
  onBlur,
  onKeyDown,
  ...props
}: Props & { value: string; onChange: (day: string) => void }) {
  const [typed, setTyped] = useState(() => textOf(value));
  const [isLeft, setLeft] = useState(true);
  const wrong = isLeft ? faultOf(value) : undefined;
  return (
    <TextField
      {...props}
      value={dayOf(typed) === value ? typed : textOf(value)}
      onChange={(text) => {
        setTyped(text);
        setLeft(false);
        onChange(dayOf(text));
      }}
      onBlur={(event) => {
        setLeft(true);
        onBlur?.(event);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') setLeft(true);
        onKeyDown?.(event);
        // Escape closes what the field stands in.
        event.continuePropagation();
      }}
      {...framed(error || wrong)}
    >
      {named(etiqueta, props.isRequired)}
      <Input placeholder="dd/mm/aaaa" autoComplete="off" />
      <Below
        ayuda={isDay(value) ? `Se entiende ${dayInWords(value)}` : ayuda}
        error={wrong ?? error}
      />
    </TextField>
  );
}

/** A filter's day: it counts when one leaves the field or presses Enter. On the way to 2026 there is the year 20, too. */
export function FiltroDeFecha({
  value,
  onChange,
  ...props
}: Pick<Props, 'etiqueta'> & { value: string; onChange: (day: string) => void }) {
  const [{ before, day }, setDay] = useState({ before: value, day: value });
  if (before !== value) setDay({ before: value, day: value });
  const take = () => {
    if (day !== value && (day === '' || isDay(day))) onChange(day);
  };
  return (
    <CampoFecha
      {...props}
      value={day}
      onChange={(next) => setDay({ before, day: next })}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
      }}
    />
  );
}
