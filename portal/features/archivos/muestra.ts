import { dayOfFoto } from '../../../src/features/archivos/fotos/dia-en-palabras.ts';
import type { DeAvance, Par } from '../../../src/features/archivos/fotos/orden.ts';
import { CLASES } from '../../../src/features/archivos/opciones.ts';
import { percent, shortDay } from '../seguimiento/palabras.ts';
import type { Archivo } from './enviar.ts';

// What stands with photos and documents on the sheet of a work.

/** Documents by class, in the order of a file; those of a class in the order that they come. */
export function byClase(documentos: Archivo[]): [string, Archivo[]][] {
  return Object.entries(CLASES)
    .map(([clase, nombre]): [string, Archivo[]] => [
      nombre,
      documentos.filter((one) => one.clase === clase),
    ])
    .filter(([, ofClase]) => ofClase.length > 0);
}

/** What stands below a photo of the strip: the report that it stands for, or its own day. */
export function cuandoOf(foto: Archivo, par: Par<Archivo> | undefined): string {
  const of = ({ avance }: DeAvance<Archivo>) =>
    `al ${shortDay(avance.fechaCorte)}: ${percent(avance.avanceFisico)}`;
  if (foto === par?.antes.foto) return `Antes, ${of(par.antes)}`;
  if (foto === par?.despues.foto) return `Después, ${of(par.despues)}`;
  return dayOfFoto(foto, shortDay);
}
