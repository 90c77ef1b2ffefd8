import type { EnFiltros, FiltroEnPalabras } from '../../core/obras/filtros/palabras.ts';

const campo = (etiqueta: string): FiltroEnPalabras['campo'] => ({
  grupo: 'Motivos para revisar',
  tipo: 'casilla',
  etiqueta,
});

export const filtros: EnFiltros = {
  place: 40,
  en: {
    sinPlazo: {
      chip: () => 'Sin plazo',
      campo: campo('Sólo las empezadas sin plazo'),
    },
    sinMovimiento: {
      chip: () => 'Sin movimiento en 180 días',
      campo: campo('Sólo las empezadas sin avance ni archivo en 180 días'),
    },
    unSoloProponente: {
      chip: () => 'Con un solo proponente',
      campo: campo('Sólo las que tuvieron un solo proponente en una licitación o invitación'),
    },
    fraccionamiento: {
      chip: () => 'Adjudicaciones que juntas rebasan el umbral',
      campo: campo(
        'Sólo las de adjudicaciones a una empresa que juntas rebasan el umbral en 30 días',
      ),
    },
    sobreUmbral: {
      chip: () => 'Por encima del umbral de su procedimiento',
      campo: campo('Sólo las que tienen un contrato por encima del umbral de su procedimiento'),
    },
    convenioTardio: {
      chip: () => 'Con un convenio firmado después del plazo',
      campo: campo('Sólo las que tienen un convenio firmado después del plazo'),
    },
    pagadoDeMas: {
      chip: () => 'Pagadas por encima de sus contratos',
      campo: campo('Sólo las pagadas por encima de sus contratos vigentes'),
    },
    cerradaSinActa: {
      chip: () => 'Terminadas hace 90 días, sin acta',
      campo: campo('Sólo las que terminaron hace 90 días o más, sin acta de entrega-recepción'),
    },
  },
};
