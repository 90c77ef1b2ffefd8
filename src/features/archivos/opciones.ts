// The choices of a file, with people's names for them.

export const TIPOS_DE_ARCHIVO = { FOTO: 'Foto', DOCUMENTO: 'Documento' };

/** Classes of documents. */
export const CLASES = {
  EXPEDIENTE_TECNICO: 'Expediente técnico',
  PROYECTO_EJECUTIVO: 'Proyecto ejecutivo',
  IMPACTO_AMBIENTAL: 'Estudio de impacto ambiental',
  IMPACTO_SOCIAL: 'Estudio de impacto social',
  IMPACTO_PREDIOS: 'Estudio de predios y poblados',
  CONVOCATORIA: 'Convocatoria',
  FALLO: 'Fallo',
  CONTRATO: 'Contrato',
  CONVENIO: 'Convenio',
  FIANZA: 'Fianza',
  INFORME_AVANCE: 'Informe de avance',
  ACTA_ENTREGA: 'Acta de entrega-recepción',
  FINIQUITO: 'Finiquito',
  AUDITORIA: 'Informe de auditoría',
  OTRO: 'Otro documento',
};

/** The sources of a day that no person has written. */
export const FECHA_SEGUN = { CAMARA: 'La cámara', NOMBRE: 'El nombre del archivo' };

/** A photo, and each class of documents, within a sentence. */
export const EN_FRASE = {
  FOTO: 'la foto',
  EXPEDIENTE_TECNICO: 'el expediente técnico',
  PROYECTO_EJECUTIVO: 'el proyecto ejecutivo',
  IMPACTO_AMBIENTAL: 'el estudio de impacto ambiental',
  IMPACTO_SOCIAL: 'el estudio de impacto social',
  IMPACTO_PREDIOS: 'el estudio de predios y poblados',
  CONVOCATORIA: 'la convocatoria',
  FALLO: 'el fallo',
  CONTRATO: 'el contrato',
  CONVENIO: 'el convenio',
  FIANZA: 'la fianza',
  INFORME_AVANCE: 'el informe de avance',
  ACTA_ENTREGA: 'el acta de entrega-recepción',
  FINIQUITO: 'el finiquito',
  AUDITORIA: 'el informe de auditoría',
  OTRO: 'el documento',
} satisfies Record<'FOTO' | keyof typeof CLASES, string>;

/** The most files of a work (archivos.sql). */
export const MOST_FILES = 500;

export const BYTES_PER_MB = 1_048_576;
/** Bytes of the largest photo and of the largest document that are taken. */
export const MOST_FILE_BYTES = { FOTO: 20 * BYTES_PER_MB, DOCUMENTO: 25 * BYTES_PER_MB };

/** Pixels of the largest photo that is taken. */
export const MOST_PIXELS = 50_000_000;
