import { type Static, Type } from 'typebox';
import { Closed, nullable, Text, Whole } from '../../../core/base/schemas.ts';

const Uuid = Type.String({ format: 'uuid', examples: ['6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b'] });

const record = {
  recurso: Text(
    'obras, avances, contratos, expediente, o el catálogo: dependencias, tipo-proyecto o ejercicio-fiscal.',
    'obras',
  ),
  registro: Text('Identificador del registro, según su recurso.', '1'),
  obraId: nullable(Whole('Su obra; null en un catálogo.', 1)),
  claveUnica: nullable(Text('La de la obra.', 'SOP-2026-0001')),
  nombre: nullable(Text('El de la obra, o el del catálogo.', 'Pavimentación de la calle 60')),
  fila: nullable(Whole('La del archivo, si se sabe.', 14)),
};

const Restante = Closed(
  {
    ...record,
    motivo: Text('Por qué se queda.', 'Después la cambió Ana Pech, el 15 de enero de 2026.'),
  },
  { title: 'RegistroQueSeQueda' },
);
export type Restante = Static<typeof Restante>;

export const InformeDeDeshacer = Closed(
  {
    importacion: Uuid,
    archivo: Text('El archivo que se importó.', 'obras-2026.xlsx'),
    simulacro: Type.Boolean({ description: 'Se pidió sólo revisar.', examples: [false] }),
    registros: Whole(
      'Lo que la importación registró o cambió: obras, o avances y contratos. La suma de las tres cuentas siguientes.',
      26,
    ),
    eliminados: Whole('Los que registró y se eliminan.', 23),
    devueltos: Whole('Los que cambió y vuelven a como estaban.', 2),
    dejados: Whole('Los que se quedan como están, cada uno por lo que dice restantes.', 1),
    yaDeshechos: Whole('De los eliminados y devueltos, los que ya lo estaban de antes.', 0),
    catalogosEliminados: Whole('Registros que agregó a los catálogos y que nada más usa.', 1),
    cambios: Type.Array(
      Closed(
        {
          ...record,
          accion: Type.Unsafe<'eliminar' | 'cambiar'>({
            type: 'string',
            enum: ['eliminar', 'cambiar'],
            description: 'eliminar: se elimina. cambiar: vuelve a como estaba.',
            examples: ['cambiar'],
          }),
          cambios: Type.Array(
            Closed(
              {
                campo: Type.String({ examples: ['monto'] }),
                antes: Type.Unknown({ description: 'Lo que hay.', examples: [10000] }),
                despues: Type.Unknown({ description: 'A lo que vuelve.', examples: [1000] }),
              },
              { title: 'CampoQueVuelve' },
            ),
          ),
        },
        { title: 'RegistroDeshecho' },
      ),
      { description: 'Lo que se deshace, registro por registro y campo por campo, hasta 1,000.' },
    ),
    cambiosOmitidos: Whole('Los que ya no caben en la lista.', 0),
    restantes: Type.Array(Restante, { description: 'Lo que se queda, hasta 1,000.' }),
    restantesOmitidos: Whole('Los que ya no caben en la lista.', 0),
  },
  { title: 'InformeDeDeshacer' },
);
export type InformeDeDeshacer = Static<typeof InformeDeDeshacer>;
