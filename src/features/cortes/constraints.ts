import { registerConstraints } from '../../core/base/constraints.ts';
import { conflict } from '../../core/base/errors.ts';

export const claveTaken = (clave: string) =>
  conflict(
    `Ya hay un corte con la clave ${clave}, y los cortes no se cambian ni se eliminan; elija otra clave.`,
  );

registerConstraints({
  cortes_clave_key: ({ clave }) => claveTaken(String(clave)),
});
