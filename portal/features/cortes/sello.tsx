import { Dialogo } from '../../core/piezas/dialogo.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import type { Corte } from './consultas.ts';

/** The seal of a cut: its digests, and how anybody checks them with tools that every system has. */
export function Sello({ corte, onClose }: { corte: Corte; onClose: () => void }) {
  const { clave, numero, version, huella, archivo, llave, anterior, registro } = corte;
  const comandos = [
    `sha256sum corte-${clave}.ndjson.gz corte-${clave}-manifiesto.json`,
    `openssl pkeyutl -verify -rawin -pubin -inkey corte-${clave}-llave.pem -in corte-${clave}-manifiesto.json -sigfile corte-${clave}-manifiesto.sig`,
    `openssl pkey -pubin -in corte-${clave}-llave.pem -outform DER | sha256sum`,
  ];
  return (
    <Dialogo titulo={`Sello del corte ${clave}`} isOpen onClose={onClose} forma="amplio">
      <ul>
        <li>
          Huella del manifiesto (SHA-256): <code>{huella}</code>
        </li>
        <li>
          Huella del archivo (SHA-256): <code>{archivo.sha256}</code>
        </li>
        <li>
          Huella del sello anterior: {anterior ? <code>{anterior}</code> : 'ninguna, es el primero'}
        </li>
        <li>
          Huella de la llave: <code>{llave}</code>
        </li>
      </ul>
      <p>
        Es el sello {numero} de la cadena, hecho con la versión {version}.
        {registro.restaurado && ' Antes de él, el registro se restauró de una copia.'}
      </p>
      <h3>Cómo comprobarlo</h3>
      <p>
        Descargue el archivo sellado, el manifiesto, la firma y la llave, y en su carpeta escriba:
      </p>
      {comandos.map((comando) => (
        <p key={comando}>
          <code>{comando}</code>
        </p>
      ))}
      <p>
        Las huellas deben ser las de arriba, y la respuesta a lo segundo «Signature Verified
        Successfully». La tercera es la de la llave: compárela con la que la dependencia publicó en
        otra parte.
      </p>
      <p className={piezas.ayuda}>
        Prueba que ese archivo es el que se selló con esa llave. No prueba quién tiene la llave, que
        puede sellar de nuevo, ni que lo registrado sea verdad, ni la hora. Quien guardó el archivo,
        o sólo la huella del manifiesto, nota cualquier cambio posterior.
      </p>
    </Dialogo>
  );
}
