import { useState } from 'react';
import type { TextFieldProps } from 'react-aria-components';
import { CampoTexto, Casilla } from '../piezas/campos.tsx';
import css from './cuenta.module.css';

/** A new password: hidden, or shown as long as one wants to see what one types. */
export function CampoContrasena({
  etiqueta,
  ...props
}: TextFieldProps & { etiqueta: string; ayuda?: string; error?: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <div className={css.campoContrasena}>
      <CampoTexto
        {...props}
        etiqueta={etiqueta}
        type={isShown ? 'text' : 'password'}
        entrada={{ autoComplete: 'new-password', spellCheck: false }}
      />
      <Casilla isSelected={isShown} onChange={setShown}>
        Mostrar la contraseña
      </Casilla>
    </div>
  );
}
