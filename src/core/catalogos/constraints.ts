import { missingReference, registerConstraints } from '../base/constraints.ts';
import { conflict } from '../base/errors.ts';

registerConstraints({
  ejercicios_fiscales_anio_key: ({ anio }) =>
    conflict(`Ya existe un ejercicio fiscal con el año ${anio}.`),
  tipos_proyecto_nombre_key: ({ nombre }) =>
    conflict(`Ya existe un tipo de proyecto con el nombre "${nombre}".`),
  dependencias_nombre_key: ({ nombre }) =>
    conflict(`Ya existe una dependencia con el nombre "${nombre}".`),
  localidades_municipio_id_fkey: missingReference('municipioId'),
});
