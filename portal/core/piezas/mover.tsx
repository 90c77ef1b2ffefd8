import { Boton } from './boton.tsx';

/** The buttons by which one of several changes places with the one before it or after it. */
export const Mover = ({
  nombre,
  isFirst,
  isLast,
  onMove,
}: {
  /** «el vértice 2» */
  nombre: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
}) => (
  <>
    <Boton tono="discreto" icono="arriba" soloIcono isDisabled={isFirst} onPress={() => onMove(-1)}>
      {`Subir ${nombre}`}
    </Boton>
    <Boton tono="discreto" icono="abajo" soloIcono isDisabled={isLast} onPress={() => onMove(1)}>
      {`Bajar ${nombre}`}
    </Boton>
  </>
);
