import { registerConstraints } from '../../core/base/constraints.ts';
import { conflict } from '../../core/base/errors.ts';

registerConstraints({
  importacion_under_way: () =>
    conflict('Alguien canceló la importación; lo que se escribió hasta entonces queda.'),
});
