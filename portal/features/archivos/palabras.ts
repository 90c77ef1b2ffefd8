import { ajustes } from '../../core/ajustes.ts';

// The people who see photos and documents, in plain words.

/** The people who see what is public. */
const everybody = () =>
  ajustes().lecturaPublica ? 'cualquiera, sin cuenta' : 'quien tenga cuenta en el registro';
const FEW = 'sólo quienes capturan la obra y los administradores';

/** The people who see a photo. */
export const fotoFor = (publico: boolean): string =>
  publico ? `Pública: la ve ${everybody()}.` : `No es pública: la ven ${FEW}.`;

/** The people who download a document. */
export const documentoFor = (publico: boolean): string =>
  publico ? `Público: lo descarga ${everybody()}.` : `No es público: lo descargan ${FEW}.`;

export const CUIDE_FOTOS =
  'Antes de enviar, revise que no se distingan caras, placas de vehículos, firmas ni domicilios de particulares. Una foto con ellos no debe ser pública.';
export const VERSION_PUBLICA =
  'Para hacerlo público, suba la versión pública: sin firmas, domicilios, teléfonos, RFC ni CURP de particulares.';
