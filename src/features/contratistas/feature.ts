import type { Feature } from '../../core/feature.ts';
import { contratistas } from './contratistas.ts';

/** Firms, by the contracts that name them. */
export const feature: Feature = {
  routes: contratistas,
  tag: {
    name: 'Contratistas',
    description: 'Quienes tienen contratos: cuántos, por cuánto, con quién y cómo se adjudicaron.',
    after: 'Obras',
  },
};
