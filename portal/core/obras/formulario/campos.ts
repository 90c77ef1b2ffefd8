import { Obra } from '../../../generado/etiquetas.ts';
import { camposOf, OPCIONAL } from '../../records/campo.ts';

const de = camposOf(Obra);

/**
 * The fields of a work, but for its ubicaciones, by the groups of the form and in their order. One that is added here is typed,
 * sent, kept in drafts, refused at its place and merged; choices of a catalog are found by the field's name.
 */
export const GRUPOS = [
  {
    titulo: 'Datos',
    campos: [
      de('nombre', 'texto', { ayuda: 'Qué se hace y dónde, como se publicará.' }),
      de('claveUnica', 'texto', {
        ayuda: 'La que le da su oficina; no se repite en el registro. Por ejemplo SOP-2026-0001.',
      }),
      de('descripcion', 'largo', { ...OPCIONAL, vacio: '' }),
      de('municipioId', 'combo', {
        ayuda: 'Escriba una parte de su nombre.',
        ninguna: 'Ningún municipio se llama así.',
      }),
    ],
  },
  {
    titulo: 'Dinero y clasificación',
    campos: [
      de('monto', 'monto', {
        ayuda: 'Presupuesto en pesos, con centavos si los hay: 1,250,000.50',
      }),
      de('ejercicioFiscalId', 'seleccion'),
      de('dependenciaId', 'combo', { ninguna: 'Ninguna dependencia activa se llama así.' }),
      de('tipoProyectoId', 'seleccion', { ...OPCIONAL, nada: 'Sin tipo de proyecto' }),
      de('estatusObraId', 'seleccion'),
    ],
  },
] as const;

/** The same in one list. */
export const SENCILLOS = GRUPOS.flatMap(({ campos }): readonly Sencillo[] => campos);
export type Sencillo = (typeof GRUPOS)[number]['campos'][number];
