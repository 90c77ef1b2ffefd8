/** Its resources by their names in the ledger, within a sentence. The portal reads them too, so this file loads nothing. */
export const RECURSOS = {
  avances: 'el avance',
  programas: 'el programa de obra',
  ejecucion: 'la ejecución',
  contratos: 'el contrato',
  convenios: 'el convenio',
};
