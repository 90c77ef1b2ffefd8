import { type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Schema } from '../../core/api.ts';
import { Boton } from '../../core/piezas/boton.tsx';
import { CampoCombo, CampoMonto } from '../../core/piezas/campos.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { Expediente, FuenteDeObra } from '../../generado/etiquetas.ts';
import css from './expediente.module.css';
import { type Fuente, keyOf, namesOf, withOneMore } from './fuentes.ts';
import { toChoose } from './nombres.ts';

/** The sources of a work, to be written: a fund and its amount each. */
export function Fuentes({
  fuentes,
  propias,
  fondos,
  errores,
  most,
  onChange,
}: {
  fuentes: Fuente[];
  /** Those that the work has already: an inactive fund of theirs may stay. */
  propias: Fuente[];
  fondos: Schema<'Fondo'>[];
  errores: Record<string, ReactNode>;
  /** How many there may be. */
  most: number;
  onChange: (fuentes: Fuente[]) => void;
}) {
  const group = useRef<HTMLFieldSetElement>(null);
  const add = () => {
    flushSync(() => onChange(withOneMore(fuentes)));
    const rows = group.current?.querySelectorAll(`.${css.fuente}`);
    rows?.[rows.length - 1]?.querySelector('input')?.focus();
  };
  const remove = (fuente: Fuente) => {
    flushSync(() => onChange(fuentes.filter((one) => one !== fuente)));
    group.current?.querySelector<HTMLElement>('[data-agrega]')?.focus();
  };
  const write = (fuente: Fuente, changed: Partial<Fuente>) =>
    onChange(
      fuentes.map((one) => (one === fuente ? { ...one, key: keyOf(one), ...changed } : one)),
    );
  const opciones = toChoose(
    fondos.filter(({ id, activo }) => activo || propias.some(({ fondoId }) => fondoId === id)),
  );
  const allNames = namesOf(fuentes);
  return (
    <fieldset className={piezas.pila} ref={group} data-campo="fuentes">
      <legend>
        {Expediente.fuentes} <span className={piezas.opcional}>(opcional)</span>
      </legend>
      <p className={piezas.ayuda}>
        De qué fondos es el dinero y cuánto pone cada uno. Cada fondo va una sola vez.
      </p>
      {errores.fuentes && <p className={piezas.error}>{errores.fuentes}</p>}
      {fuentes.map((fuente, index) => {
        const names = allNames[index] as (typeof allNames)[number];
        return (
          <div key={keyOf(fuente)} className={css.fuente}>
            <CampoCombo
              etiqueta={`${FuenteDeObra.fondoId} ${index + 1}`}
              name={names.fondoId}
              error={errores[names.fondoId]}
              isRequired
              opciones={opciones}
              value={fuente.fondoId}
              onChange={(key) => write(fuente, { fondoId: key === null ? null : Number(key) })}
            />
            <CampoMonto
              etiqueta={`${FuenteDeObra.monto} ${index + 1}`}
              name={names.monto}
              error={errores[names.monto]}
              isRequired
              value={fuente.monto}
              onChange={(monto) => write(fuente, { monto })}
            />
            <Boton tono="discreto" icono="cerrar" soloIcono onPress={() => remove(fuente)}>
              {`Quitar la fuente ${index + 1}`}
            </Boton>
          </div>
        );
      })}
      {fuentes.length < most && (
        <Boton icono="agregar" data-agrega onPress={add}>
          Agregar una fuente
        </Boton>
      )}
    </fieldset>
  );
}
