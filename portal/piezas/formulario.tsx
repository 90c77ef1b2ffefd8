import { type ReactNode, useEffect, useRef } from 'react';
import { Form, type FormProps } from 'react-aria-components';
import { flushSync } from 'react-dom';
import { RegistryError, sentencesOf } from '../api.ts';

/** What the registry found wrong: by field, and what belongs to none. */
export interface Failures {
  fields: Record<string, string>;
  rest: string[];
}

/**
 * Sorts the registry's sentences by the fields that they are about: each begins with its field's name, as in
 * `nombre debe tener…`, `dependenciaId: no existe…` or `ubicaciones[0].direccion no debe…`.
 *
 * @param fields the names of the form's fields, as the registry calls them
 */
export function failuresOf(error: unknown, fields: readonly string[]): Failures {
  const found: Failures = { fields: {}, rest: [] };
  for (const sentence of sentencesOf(error)) {
    const isRefusal = error instanceof RegistryError;
    const [start = ''] = sentence.split(/[\s.:[]/, 1);
    const field =
      isRefusal &&
      (fields.find(
        (name) => sentence.startsWith(name) && /[\s:]/.test(sentence[name.length] ?? ''),
      ) ??
        fields.find((name) => name === start));
    if (field) found.fields[field] = [found.fields[field], sentence].filter(Boolean).join(' ');
    else found.rest.push(sentence);
  }
  return found;
}

export const NO_FAILURES: Failures = { fields: {}, rest: [] };

interface Props extends Omit<FormProps, 'children' | 'validationErrors' | 'onSubmit'> {
  fallas: Failures;
  /** What people call the fields, by the registry's names for them. */
  etiquetas: Record<string, string>;
  onSubmit: () => void;
  /** Brings a field into the page that is not there yet, before the summary leads to it. */
  onLead?: (name: string) => void;
  children: ReactNode;
}

/**
 * A form that says what is wrong twice: in a summary above, which takes the focus and leads to each field, and beside
 * the field itself. The sentences are the registry's own.
 */
export function Formulario({ fallas, etiquetas, onSubmit, onLead, children, ...props }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const inFields = Object.entries(fallas.fields);
  const isWrong = inFields.length + fallas.rest.length > 0;
  useEffect(() => {
    if (fallas !== NO_FAILURES && isWrong) summary.current?.focus();
  }, [fallas, isWrong]);
  const lead = (name: string) => {
    flushSync(() => onLead?.(name));
    const field = form.current?.querySelector<HTMLElement>(
      `[name="${CSS.escape(name)}"]:not([type=hidden]), [data-campo="${CSS.escape(name)}"] :is(input, button, textarea)`,
    );
    field?.focus();
  };
  return (
    <Form
      {...props}
      ref={form}
      className="formulario"
      validationBehavior="aria"
      validationErrors={fallas.fields}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {isWrong && (
        <div className="resumen-errores" role="alert" tabIndex={-1} ref={summary}>
          <h2>Revise lo siguiente</h2>
          <ul>
            {inFields.map(([name, sentence]) => (
              <li key={name}>
                <button type="button" className="enlace" onClick={() => lead(name)}>
                  {etiquetas[name] ?? name}: {sentence}
                </button>
              </li>
            ))}
            {fallas.rest.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
      {children}
    </Form>
  );
}
