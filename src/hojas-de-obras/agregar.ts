import type { Statement } from '../core/db/db.ts';

interface NewRecords {
  dependencias: { nombre: string; siglas: string | null | undefined }[];
  tipos: string[];
  anios: number[];
}

/** The statements that add the missing records. Another transaction may add them first. */
export function addRecords({ dependencias, tipos, anios }: NewRecords): Statement[] {
  const statements: Statement[] = [];
  if (dependencias.length > 0) statements.push([ADD_DEPENDENCIAS, [JSON.stringify(dependencias)]]);
  if (tipos.length > 0) statements.push([ADD_TIPOS, [tipos]]);
  if (anios.length > 0) statements.push([ADD_EJERCICIOS, [anios]]);
  return statements;
}
const ADD_DEPENDENCIAS = `
  INSERT INTO dependencias (nombre, siglas)
  SELECT nombre, siglas FROM json_to_recordset($1) AS d (nombre text, siglas text)
  ON CONFLICT (md5(fold_case(nombre))) DO NOTHING`;
const ADD_TIPOS = `
  INSERT INTO tipos_proyecto (nombre) SELECT unnest($1::text[])
  ON CONFLICT (fold_case(nombre)) DO NOTHING`;
const ADD_EJERCICIOS = `
  INSERT INTO ejercicios_fiscales (anio) SELECT unnest($1::integer[]) ON CONFLICT (anio) DO NOTHING`;
