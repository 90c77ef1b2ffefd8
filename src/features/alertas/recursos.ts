/** Its resources by their names in the ledger, within a sentence. The portal reads them too, so this file loads nothing. */
export const RECURSOS = {
  umbrales: 'el umbral',
};
