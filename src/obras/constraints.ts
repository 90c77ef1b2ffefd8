import { broken, sayConstraints } from '../base/constraints.ts';
import { conflict } from '../base/errors.ts';

sayConstraints({
  obras_clave_unica_key: ({ claveUnica }) =>
    conflict(`Ya existe una obra con la clave única "${claveUnica}".`),
  obras_ejercicio_fiscal_id_fkey: broken('ejercicioFiscalId'),
  obras_dependencia_id_fkey: broken('dependenciaId'),
  obras_municipio_id_fkey: broken('municipioId'),
  obras_tipo_proyecto_id_fkey: broken('tipoProyectoId'),
  obras_estatus_obra_id_fkey: broken('estatusObraId'),
});
