import { useState } from 'react';
import piezas from './piezas/piezas.module.css';

/** Says once that another person's change of the same can't be noticed here. */
export default function SinEtiquetas() {
  const [isRead, setRead] = useState(false);
  if (isRead) return null;
  return (
    <div className={piezas.franja} role="status">
      Algo entre usted y el registro quita las marcas de versión (el encabezado ETag). Si otra
      persona cambia lo mismo al mismo tiempo, se guarda lo último y no se avisa. Dígalo a quien
      cuida el servidor.{' '}
      <button
        type="button"
        className={`${piezas.llano} ${piezas.enlace}`}
        onClick={() => setRead(true)}
      >
        Entendido
      </button>
    </div>
  );
}
