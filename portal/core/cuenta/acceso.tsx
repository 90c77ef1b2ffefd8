import { useState } from 'react';
import { RegistryError, sentencesOf } from '../errores.ts';
import { useMutacion } from '../mutacion.ts';
import { Aviso } from '../piezas/avisos.tsx';
import { Boton } from '../piezas/boton.tsx';
import { CampoTexto } from '../piezas/campo-texto.tsx';
import piezas from '../piezas/piezas.module.css';
import { currentSession, signIn } from '../sesion.ts';
import { useCountdown } from './espera.ts';
import { logIn } from './iniciar.ts';

/** E-mail and password. Pasting and password managers work; too many failures count down until the next try. */
export function Acceso({
  email: initialEmail = '',
  onDone,
}: {
  email?: string;
  onDone: () => void;
}) {
  const [email, setEmail] = useState(initialEmail);
  const [password, setPassword] = useState('');
  const [seconds, wait] = useCountdown();
  const { mutate, isPending, error } = useMutacion({
    mutationFn: () => logIn(email, password),
    onSuccess({ sesion }) {
      signIn(sesion);
      onDone();
    },
    onError(failure) {
      setPassword('');
      if (failure instanceof RegistryError) wait(failure.retryAfter ?? 0);
    },
  });

  return (
    <form
      className={piezas.formulario}
      onSubmit={(event) => {
        event.preventDefault();
        if (seconds === 0 && !isPending) mutate();
      }}
    >
      {error && (
        <Aviso tono="error">
          {sentencesOf(error).join(' ')}
          {seconds > 0 && ` Podrá intentarlo de nuevo en ${seconds} s.`}
        </Aviso>
      )}
      <CampoTexto
        // As ETIQUETAS has it: with these, the words of the whole ledger would be part of the first visit.
        etiqueta="Correo electrónico"
        name="email"
        type="email"
        value={email}
        onChange={setEmail}
        isRequired
        autoFocus={!currentSession()}
        entrada={{ autoComplete: 'username', inputMode: 'email', spellCheck: false }}
      />
      <CampoTexto
        etiqueta="Contraseña"
        name="password"
        type="password"
        value={password}
        onChange={setPassword}
        isRequired
        entrada={{ autoComplete: 'current-password' }}
      />
      <Boton tono="principal" type="submit" isPending={isPending} isDisabled={seconds > 0}>
        Entrar
      </Boton>
    </form>
  );
}
