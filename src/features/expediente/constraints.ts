import { inactive, missing, registerConstraints } from '../../core/base/constraints.ts';
import { badRequest, conflict, remark } from '../../core/base/errors.ts';
import { ofFuente, REPETIDO } from './reglas.ts';

const MOST = '9,999,999,999,999.99';

registerConstraints({
  fondos_nombre_key: ({ nombre }) => conflict(`Ya existe un fondo con el nombre "${nombre}".`),
  expedientes_futuro: () =>
    badRequest([{ field: 'fechaAprobacion', text: 'no debe ser posterior a hoy.' }]),
  expedientes_fuentes_fondo: (_, __, { lugar, id }) =>
    badRequest([missing(ofFuente(lugar, 'fondoId', '').field, id)]),
  expedientes_fuentes_inactivo: (_, __, { lugar, id }) =>
    badRequest([inactive(ofFuente(lugar, 'fondoId', '').field, id)]),
  expedientes_fuentes_repetido: (_, __, { lugar }) =>
    badRequest([ofFuente(lugar, 'fondoId', REPETIDO)]),
  // A merge of two funds adds the amounts of a work that has both.
  expedientes_fuentes_monto: ({ destinoId }, __, { lugar, obra }) =>
    badRequest([
      destinoId === undefined
        ? ofFuente(lugar, 'monto', `debe estar entre 0.01 y ${MOST}, al centavo.`)
        : remark(
            'destinoId',
            `la obra ${obra} tiene los dos fondos, y juntos pasan de ${MOST}; corrija antes sus fuentes.`,
          ),
    ]),
});
