-- Studies of the land that a work takes are a class of documents. Older instances show such a document without the name of its class.
ALTER TABLE archivos DROP CONSTRAINT archivos_clase_check;
ALTER TABLE archivos ADD CONSTRAINT archivos_clases_check CHECK (clase IN (
  'EXPEDIENTE_TECNICO', 'PROYECTO_EJECUTIVO', 'IMPACTO_AMBIENTAL', 'IMPACTO_SOCIAL', 'IMPACTO_PREDIOS', 'CONVOCATORIA', 'FALLO',
  'CONTRATO', 'CONVENIO', 'FIANZA', 'INFORME_AVANCE', 'ACTA_ENTREGA', 'FINIQUITO', 'AUDITORIA', 'OTRO')) NOT VALID;
