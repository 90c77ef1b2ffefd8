import { missingReference, registerConstraints } from '../base/constraints.ts';
import { conflict } from '../base/errors.ts';

registerConstraints({
  obras_clave_unica_key: ({ claveUnica }) =>
    conflict(`Ya existe una obra con la clave única "${claveUnica}".`),
  obras_ejercicio_fiscal_id_fkey: missingReference('ejercicioFiscalId'),
  obras_dependencia_id_fkey: missingReference('dependenciaId'),
  obras_municipio_id_fkey: missingReference('municipioId'),
  obras_tipo_proyecto_id_fkey: missingReference('tipoProyectoId'),
  obras_estatus_obra_id_fkey: missingReference('estatusObraId'),
});
