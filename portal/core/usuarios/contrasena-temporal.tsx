import { useRef, useState } from 'react';
import { Aviso } from '../piezas/avisos.tsx';
import { Boton } from '../piezas/boton.tsx';
import { Dialogo } from '../piezas/dialogo.tsx';
import piezas from '../piezas/piezas.module.css';
import css from './contrasena-temporal.module.css';

/** A temporary password, shown once, for its user. */
export function ContrasenaTemporal({
  titulo,
  email,
  password,
  falta = false,
  onClose,
}: {
  titulo: string;
  email: string;
  password: string;
  /** Whether the agencies that it is to capture are still to be chosen. */
  falta?: boolean;
  onClose: () => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [aviso, setAviso] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(password);
      setAviso('Se copió la contraseña.');
    } catch {
      // Without https browsers let no page write there.
      field.current?.select();
      setAviso('Está seleccionada: cópiela con Ctrl+C.');
    }
  };
  return (
    <Dialogo titulo={titulo} isOpen onClose={onClose} isDismissable={false}>
      <p>
        Entréguela a <strong>{email}</strong> por un medio seguro. Al entrar, el portal le pedirá
        que elija la suya.
      </p>
      <div className={`${piezas.campo} ${css.contrasenaTemporal}`}>
        <label htmlFor="contrasena-temporal">Contraseña temporal</label>
        <div>
          <input
            id="contrasena-temporal"
            ref={field}
            readOnly
            value={password}
            spellCheck={false}
            onFocus={(event) => event.target.select()}
          />
          <Boton onPress={() => void copy()}>Copiar</Boton>
        </div>
        <p role="status" className={piezas.ayuda}>
          {aviso}
        </p>
      </div>
      <p>
        <strong>No volverá a mostrarse.</strong> Si se pierde, restablézcala de nuevo.
      </p>
      {falta && (
        <Aviso tono="error">
          No se pudieron guardar las dependencias que captura: elíjalas otra vez en su cuenta.
        </Aviso>
      )}
      <footer>
        <Boton tono="principal" onPress={onClose}>
          Ya la anoté
        </Boton>
      </footer>
    </Dialogo>
  );
}
