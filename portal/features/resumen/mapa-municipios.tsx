import { type KeyboardEvent, useMemo, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Limites } from '../../core/catalogos.ts';
import { counted, money, moneyInWords } from '../../core/formato.ts';
import piezas from '../../core/piezas/piezas.module.css';
import { ARROWS, classesOf, draw, MERIDA, nextTo, rangeOf, WIDTH } from './clases.ts';
import type { Grupo, Medida, Resumen } from './cuentas.ts';
import css from './resumen.module.css';

interface Props {
  resumen: Resumen;
  medida: Medida;
  limites: Limites;
  hrefFor: (grupo: Grupo) => string | undefined;
}

/**
 * The municipios in classes of the measure. One at a time is described in words below, under the mouse, by the arrows
 * or where a finger pointed. Enter, a click or the words themselves lead to its works. The table beside it says all of it.
 */
export function MapaMunicipios({ resumen, medida, limites, hrefFor }: Props) {
  const { shapes, height } = useMemo(() => draw(limites), [limites]);
  const [chosen, setChosen] = useState<number>();
  const [, navigate] = useLocation();
  const groups = new Map(resumen.grupos.map((grupo) => [grupo.id, grupo]));
  // A work without pesos leaves its municipio without a class of them.
  const without = shapes.filter(({ id }) => !groups.get(id)?.[medida]).length;
  const classes = classesOf(resumen.grupos.map((grupo) => grupo[medida] ?? 0));
  const colorOf = (id: number) => {
    const value = groups.get(id)?.[medida] ?? 0;
    return classes.find(({ from, to }) => value > 0 && value >= from && value < to)?.color;
  };
  const descriptionOf = (id: number, nombre: string) => {
    const group = groups.get(id);
    return group
      ? `${nombre}: ${counted(group.obras, 'obra', 'obras')}, ${moneyInWords(group.monto)}${medida === 'montoPorHabitante' ? `; ${money(group.montoPorHabitante ?? 0)} por habitante` : ''}`
      : `${nombre}: ninguna obra`;
  };
  const hrefAt = (id: number | undefined) => {
    const group = groups.get(id ?? 0);
    return group && hrefFor(group);
  };
  const open = (id: number | undefined) => {
    const href = hrefAt(id);
    if (href) navigate(href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = shapes.find(({ id }) => id === (chosen ?? MERIDA)) ?? shapes[0];
    if (event.key === 'Enter') open(chosen);
    const direction = ARROWS[event.key];
    if (!direction || !at) return;
    event.preventDefault();
    setChosen((chosen === undefined ? at : nextTo(at, shapes, direction)).id);
  };
  const now = shapes.find(({ id }) => id === chosen);
  const href = hrefAt(chosen);
  return (
    <figure className={css.mapaMunicipios}>
      <div
        className={css.lamina}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the municipios are passed with the arrows
        tabIndex={0}
        aria-label="Mapa de los municipios: flechas para pasar de uno a otro, Intro para ver sus obras"
        onKeyDown={onKeyDown}
        // Only a user of the keyboard needs it: a press gives the focus too, and has already said which one is meant.
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) setChosen((id) => id ?? MERIDA);
        }}
        // A finger leaves whenever it is lifted. The municipio that it pointed at is to be read then.
        onPointerLeave={({ pointerType }) => {
          if (pointerType === 'mouse') setChosen(undefined);
        }}
      >
        <svg viewBox={`0 0 ${WIDTH} ${height}`} aria-hidden="true">
          <defs>
            <pattern id="ninguna" width="6" height="6" patternUnits="userSpaceOnUse">
              <rect width="6" height="6" fill="#fff" />
              <path className={css.raya} d="M-1 7 7 -1" />
            </pattern>
          </defs>
          {shapes.map(({ id, path }) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: the keys act on the drawing as a whole
            <path
              key={id}
              d={path}
              fill={colorOf(id) ?? 'url(#ninguna)'}
              onPointerEnter={() => setChosen(id)}
              // A finger first asks for the name. The sentence below leads on.
              onClick={({ nativeEvent }) =>
                (nativeEvent as PointerEvent).pointerType === 'mouse' && open(id)
              }
            />
          ))}
          {now && <path className={css.elegido} d={now.path} />}
        </svg>
      </div>
      <p className={`${css.lectura} ${piezas.noSeImprime}`} role="status">
        {!now && 'Señale un municipio para leer sus cifras.'}
        {now &&
          (href ? (
            <Link href={href}>{descriptionOf(now.id, now.nombre)}</Link>
          ) : (
            descriptionOf(now.id, now.nombre)
          ))}
      </p>
      <figcaption>
        <ul className={`${piezas.enFila} ${css.leyenda}`}>
          {classes.map((one) => (
            <li key={one.from}>
              <svg viewBox="0 0 16 16" aria-hidden="true">
                <rect width="16" height="16" fill={one.color} />
              </svg>
              {rangeOf(one, medida)}{' '}
              <span className={piezas.ayuda}>
                ({counted(one.municipios, 'municipio', 'municipios')})
              </span>
            </li>
          ))}
          {without > 0 && (
            <li>
              <svg viewBox="0 0 16 16" aria-hidden="true">
                <rect width="16" height="16" fill="url(#ninguna)" />
              </svg>
              {medida === 'obras' ? 'Ninguna obra' : 'Ningún peso'}{' '}
              <span className={piezas.ayuda}>({counted(without, 'municipio', 'municipios')})</span>
            </li>
          )}
        </ul>
        <p className={piezas.ayuda}>
          Límites: INEGI, Marco Geoestadístico; simplificados por el registro.
        </p>
      </figcaption>
    </figure>
  );
}
