import { ToggleButton } from 'react-aria-components';
import { Icono } from '../icons.tsx';
import type { useFavoritas } from './favoritas.ts';

/** Makes a work one of the caller's favorites, or takes it out of them. */
export function Estrella({
  obra,
  favoritas: { isFavorita, toggle },
}: {
  obra: { id: number; nombre: string };
  favoritas: NonNullable<ReturnType<typeof useFavoritas>>;
}) {
  const isOn = isFavorita(obra.id);
  return (
    <ToggleButton
      className="boton discreto solo-icono estrella"
      aria-label={`Favorita: ${obra.nombre}`}
      isSelected={isOn}
      onChange={() => toggle(obra.id)}
    >
      <Icono nombre="favorita" lleno={isOn} />
    </ToggleButton>
  );
}
