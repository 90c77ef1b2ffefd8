import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Schema } from '../../api.ts';
import { useLimites, useMunicipios } from '../../catalogos.ts';
import { announce } from '../../piezas/avisos.tsx';
import { Boton } from '../../piezas/boton.tsx';
import { Dialogo } from '../../piezas/dialogo.tsx';
import piezas from '../../piezas/piezas.module.css';
import css from './formulario-obra.module.css';
import { DOUBTS_SHOWN, type Duda, nameOfDuda } from './preguntas.ts';
import { changed, reviewPlace } from './revision.ts';
import { type Valores, valoresOf } from './valores.ts';

/**
 * Asks about places that are doubtful before they are saved, once about each doubt. The registry's own values are not
 * asked about again: correcting an amount is not stopped by where the work has always been.
 *
 * @param obra the work as the registry has it, where it is corrected
 * @param save called in the end with the argument of `submit`
 */
export function useDudas<How>(
  valores: Valores,
  onChange: (change: (valores: Valores) => Valores) => void,
  obra: Schema<'Obra'> | undefined,
  save: (how: How) => void,
): { submit: (how: How) => void; ventana: ReactNode } {
  const limites = useLimites().data;
  const municipios = useMunicipios().data;
  const [question, setQuestion] = useState<{ how: How } | null>(null);
  const accepted = useRef(new Set<string>());
  const nameOf = (id: number) => municipios?.find((one) => one.id === id)?.nombre ?? `${id}`;
  const dudasOf = ({ ubicaciones, municipioId }: Valores): Duda[] =>
    ubicaciones.flatMap((ubicacion, i) =>
      reviewPlace(ubicacion, municipioId, limites, nameOf)
        .filter(({ clase }) => clase === 'duda')
        .map((duda) => ({ ...duda, clave: ubicacion.clave, numero: i + 1 })),
    );
  const openDudas = (): Duda[] => {
    const old = new Set(obra ? dudasOf(valoresOf(obra)).map(nameOfDuda) : []);
    return dudasOf(valores).filter(
      (duda) => !accepted.current.has(nameOfDuda(duda)) && !old.has(nameOfDuda(duda)),
    );
  };
  const dudas = question ? openDudas() : [];
  const close = () => setQuestion(null);
  const isSettled = question !== null && dudas.length === 0;
  useEffect(() => {
    if (!isSettled) return;
    setQuestion(null);
    announce('Se corrigió. Ahora puede guardar.');
  }, [isSettled]);

  return {
    submit: (how) => (openDudas().length > 0 ? setQuestion({ how }) : save(how)),
    ventana: (
      <Dialogo titulo="¿Se guarda así?" isOpen={dudas.length > 0} onClose={close}>
        <ul className={css.observaciones}>
          {dudas.slice(0, DOUBTS_SHOWN).map((duda) => (
            <li key={nameOfDuda(duda)} className={css.duda}>
              <p>
                <strong>Ubicación {duda.numero}:</strong> {duda.texto}
              </p>
              <div className={piezas.acciones}>
                {duda.remedios.map(({ nombre, cambios }) => (
                  <Boton
                    key={nombre}
                    onPress={() => onChange((now) => changed(now, duda.clave, cambios))}
                  >
                    {nombre}
                  </Boton>
                ))}
              </div>
            </li>
          ))}
        </ul>
        {dudas.length > DOUBTS_SHOWN && <p>Hay {dudas.length - DOUBTS_SHOWN} más como éstas.</p>}
        <footer>
          <Boton onPress={close}>Seguir corrigiendo</Boton>
          <Boton
            tono="principal"
            onPress={() => {
              for (const duda of dudas) accepted.current.add(nameOfDuda(duda));
              close();
              if (question) save(question.how);
            }}
          >
            Guardar así
          </Boton>
        </footer>
      </Dialogo>
    ),
  };
}
