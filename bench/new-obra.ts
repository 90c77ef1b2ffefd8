import type { NewObra } from '../src/core/obras/schema.ts';

export interface NewObras {
  /** The beginning of the claves, which differs between runs. */
  prefix: string;
  /** Ids of the obras' fiscal years. */
  ejercicios: number[];
}

/** Returns a function that makes obras to be registered, each with one ubicación and a clave of its own. */
export function createNewObras({ prefix, ejercicios }: NewObras): () => NewObra {
  let last = 0;
  return () => {
    last += 1;
    return {
      claveUnica: `${prefix}-${last}`,
      nombre: 'Pavimentación de la calle 60 entre 47 y 51, colonia Centro, Mérida',
      descripcion: 'Concreto hidráulico en 1.2 km, con guarniciones y banquetas.',
      monto: 1_250_000.5,
      ejercicioFiscalId: ejercicios[last % ejercicios.length] as number,
      dependenciaId: 1,
      municipioId: 50,
      tipoProyectoId: 1,
      estatusObraId: 4,
      ubicaciones: [
        {
          direccion: 'Calle 60 entre 47 y 51, Centro',
          tipoGeometria: 'PUNTO',
          geometriaJson: { type: 'Point', coordinates: [-89.6237, 20.9674] },
        },
      ],
    };
  };
}
