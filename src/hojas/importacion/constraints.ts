import { registerConstraints } from '../../base/constraints.ts';
import { conflict } from '../../base/errors.ts';

registerConstraints({
  importacion_under_way: () =>
    conflict('Alguien canceló la importación; lo que se escribió hasta entonces queda.'),
});
