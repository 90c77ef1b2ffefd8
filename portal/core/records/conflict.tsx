import { type ReactNode, useState } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import { Boton } from '../piezas/boton.tsx';
import { Dialogo } from '../piezas/dialogo.tsx';
import piezas from '../piezas/piezas.module.css';
import type { Parte } from './campo.ts';
import css from './conflict.module.css';
import type { Choque } from './merge3.ts';
import type { Conflicto } from './record.tsx';

/** The words of a record that two people changed. */
interface Palabras<Valores> {
  titulo: string;
  /** The names of its fields. */
  etiquetas: Partial<Record<string, string>>;
  /** A field's value as people read it. */
  words: (campo: keyof Valores & string, valores: Valores) => ReactNode;
  /** The name and the three looks of a part that both changed. */
  parteOf?: (choque: Choque) => Parte | undefined;
}

/**
 * Another person changed the record meanwhile. The fields that only they changed are listed and taken over. Of those that both
 * changed, one is chosen. Nothing that was typed goes unsaid.
 *
 * @param children who changed it and when, where that is known
 */
export function VentanaConflicto<Valores, Leida>({
  conflicto: {
    versiones: [before, theirs, mine],
    fusion,
  },
  titulo,
  etiquetas,
  words,
  parteOf,
  onSave,
  onClose,
  children,
}: Palabras<Valores> & {
  conflicto: Conflicto<Valores, Leida>;
  onSave: (merged: Valores) => void;
  onClose: () => void;
  children?: ReactNode;
}) {
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const left = fusion.choques.filter(({ clave }) => !chosen[clave]).length;
  const partsOf = (choque: Choque<keyof Valores & string>) => {
    const show = (one: Valores) => <span>{words(choque.campo, one)}</span>;
    const whole: Parte = {
      titulo: etiquetas[choque.campo] ?? choque.campo,
      versiones: [show(before), show(theirs), show(mine)],
    };
    return (choque.parte && parteOf?.(choque)) ?? whole;
  };
  return (
    <Dialogo titulo={titulo} isOpen onClose={onClose} forma="amplio" isDismissable={false}>
      <p>
        {children ?? 'Se guardaron cambios mientras usted corregía.'} Nada de lo suyo se ha perdido.
      </p>
      {fusion.tomados.length > 0 && (
        <section className={`${piezas.pilaJunta} ${css.tomados}`}>
          <h3>Se toman los cambios de la otra persona</h3>
          <ul>
            {fusion.tomados.map((campo) => (
              <li key={campo}>
                {etiquetas[campo]}: <del>{words(campo, before)}</del> →{' '}
                <ins>{words(campo, theirs)}</ins>
              </li>
            ))}
          </ul>
        </section>
      )}
      {fusion.choques.map((choque) => (
        <Eleccion
          key={choque.clave}
          {...partsOf(choque)}
          value={chosen[choque.clave] ?? null}
          onChange={(value) => setChosen({ ...chosen, [choque.clave]: value })}
        />
      ))}
      <footer>
        {left > 0 && <p className={piezas.ayuda}>Elija en cada uno lo que debe quedar.</p>}
        <Boton onPress={onClose}>Seguir corrigiendo</Boton>
        <Boton
          tono="principal"
          isDisabled={left > 0}
          onPress={() => {
            const otras = Object.keys(chosen).filter((clave) => chosen[clave] === 'otra');
            onSave(fusion.merge(new Set(otras)));
          }}
        >
          {fusion.choques.length > 0 ? 'Guardar lo elegido' : 'Guardar los cambios de ambos'}
        </Boton>
      </footer>
    </Dialogo>
  );
}

function Eleccion({
  titulo,
  versiones: [before, theirs, mine],
  value,
  onChange,
}: Parte & {
  value: string | null;
  onChange: (value: string) => void;
}) {
  return (
    <section className={piezas.pilaJunta}>
      <h3>{titulo}</h3>
      <div className={css.versiones}>
        <div className={css.version}>
          <small>Antes</small>
          {before}
        </div>
        <RadioGroup
          aria-label={`Qué debe quedar: ${titulo}`}
          value={value}
          onChange={onChange}
          className={css.elegibles}
        >
          <Radio value="otra" className={`${css.version} ${css.elegible}`}>
            <small>La otra persona</small>
            {theirs}
          </Radio>
          <Radio value="mia" className={`${css.version} ${css.elegible}`}>
            <small>Usted</small>
            {mine}
          </Radio>
        </RadioGroup>
      </div>
    </section>
  );
}
