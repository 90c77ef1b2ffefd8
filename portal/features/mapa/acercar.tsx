import { Boton } from '../../core/piezas/boton.tsx';

/** The two buttons that every map has. */
export const Acercar = ({ onZoom }: { onZoom: (steps: 1 | -1) => void }) => (
  <>
    <Boton icono="agregar" soloIcono onPress={() => onZoom(1)}>
      Acercar
    </Boton>
    <Boton icono="menos" soloIcono onPress={() => onZoom(-1)}>
      Alejar
    </Boton>
  </>
);
