import type { Schema } from '../../core/api.ts';
import type { Fila } from '../../core/obras/filas.ts';
import type { EnLista } from '../../core/obras/lista/partes.ts';
import { Imagen } from './imagen.tsx';

/** A row with what `feature.ts` asks for. */
type ConFoto = Fila & { foto?: Schema<'CamposDeObra'>['foto'] };

export const lista: EnLista = {
  // The newest photo.
  imagen: ({ id, foto }: ConFoto) =>
    foto && (
      <Imagen
        obraId={id}
        foto={{ id: foto.archivoId, titulo: foto.titulo, publico: true }}
        tamano="mini"
      />
    ),
};
