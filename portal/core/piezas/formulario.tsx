import { type ReactNode, useEffect, useRef } from 'react';
import { Form, type FormProps } from 'react-aria-components';
import { flushSync } from 'react-dom';
import { type Failures, NO_FAILURES } from './fallas.ts';
import piezas from './piezas.module.css';

interface Props extends Omit<FormProps, 'children' | 'validationErrors' | 'onSubmit'> {
  fallas: Failures;
  /** The fields' names for people, by the registry's. */
  etiquetas: Record<string, string>;
  onSubmit: () => void;
  /** Brings a field into the page that is not there yet, before the summary leads to it. */
  onLead?: (name: string) => void;
  children: ReactNode;
}

/**
 * A form that says what is wrong twice: in a summary above, which takes the focus and leads to each field, and beside
 * the field itself.
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
      className={piezas.formulario}
      validationBehavior="aria"
      validationErrors={fallas.fields}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {isWrong && (
        <div className={piezas.resumenErrores} role="alert" tabIndex={-1} ref={summary}>
          <h2>Revise lo siguiente</h2>
          <ul>
            {inFields.map(([name, sentence]) => (
              <li key={name}>
                <button
                  type="button"
                  className={`${piezas.llano} ${piezas.enlace}`}
                  onClick={() => lead(name)}
                >
                  {etiquetas[name] ?? name}: {sentence.charAt(0).toLowerCase() + sentence.slice(1)}
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
