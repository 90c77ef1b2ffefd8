import type { ReactNode } from 'react';
import {
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
  TextField,
  type TextFieldProps,
} from 'react-aria-components';
import piezas from './piezas.module.css';

// Each field has its name above it, its help below it, and its fault beside the help.

/** The frame of a field. */
export interface Around {
  etiqueta: string;
  ayuda?: ReactNode;
  /** The fault, besides the form's faults of a field of this name. */
  error?: ReactNode;
}

/** The help and the fault, below a field. */
export function Below({ ayuda, error }: Omit<Around, 'etiqueta'>) {
  return (
    <>
      {ayuda && (
        <Text slot="description" className={piezas.ayuda}>
          {ayuda}
        </Text>
      )}
      <FieldError className={piezas.error}>
        {({ validationErrors }) => error ?? validationErrors.join(' ')}
      </FieldError>
    </>
  );
}

/** The props by which a field has its look, and is wrong where it has a fault. */
export const framed = (error: ReactNode, own = '') => ({
  validationBehavior: 'aria' as const,
  className: `${piezas.campo} ${own}`.trim(),
  ...(error ? { isInvalid: true } : {}),
});

/** A field's name. */
export const named = (etiqueta: string, isRequired: boolean | undefined) => (
  <Label>
    {etiqueta}
    {isRequired === false && <span className={piezas.opcional}> (opcional)</span>}
  </Label>
);

type InputProps = Pick<
  React.InputHTMLAttributes<HTMLInputElement>,
  'placeholder' | 'inputMode' | 'autoComplete' | 'spellCheck'
>;

/** One line of text, or several with `renglones`. `isRequired={false}` writes «(opcional)» beside its name. */
export function CampoTexto({
  etiqueta,
  ayuda,
  error,
  renglones,
  entrada,
  ...props
}: TextFieldProps & Around & { renglones?: number; entrada?: InputProps }) {
  return (
    <TextField {...props} {...framed(error)}>
      {named(etiqueta, props.isRequired)}
      {renglones ? <TextArea rows={renglones} /> : <Input {...entrada} />}
      <Below ayuda={ayuda} error={error} />
    </TextField>
  );
}
