import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { CampoTexto } from './campo-texto.tsx';

/** The pause in typing after which a text counts, in milliseconds. */
const PAUSE = 350;

/**
 * A text that counts once the user has stopped typing, without blanks around it: what it is for asks the registry, and browsers
 * take only so many addresses in a row.
 *
 * @param value the text that counts by now. It is shown, too, unless it was typed here: after «back», or when it was taken out
 * @param onChange called with the next text that counts and the one before
 * @returns the text as it stands, how it is changed, and what has it count at once
 */
export function usePausa(value: string, onChange: (text: string, before: string) => void) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  const take = (words: string) => {
    const next = words.trim();
    const before = sent.current;
    if (next === before) return;
    sent.current = next;
    onChange(next, before);
  };
  useEffect(() => {
    if (text.trim() === sent.current) return;
    const timer = setTimeout(() => take(text), PAUSE);
    return () => clearTimeout(timer);
  });
  return [text, setText, take] as const;
}

/** A line of text that counts after a pause. */
export function CampoConPausa({
  value,
  onChange,
  ...props
}: Omit<ComponentProps<typeof CampoTexto>, 'value' | 'onChange'> & {
  value: string;
  onChange: (text: string) => void;
}) {
  const [text, setText] = usePausa(value, onChange);
  return <CampoTexto {...props} value={text} onChange={setText} />;
}
