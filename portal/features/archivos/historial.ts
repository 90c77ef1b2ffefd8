import { dayInWords } from '../../../src/core/base/time.ts';
import { CLASES, FECHA_SEGUN, TIPOS_DE_ARCHIVO } from '../../../src/features/archivos/opciones.ts';
import { RECURSOS } from '../../../src/features/archivos/recursos.ts';
import { counted } from '../../core/formato.ts';
import type { EnHistorial, Renglon, Seguidos } from '../../core/obras/historial/partes.ts';
import { Archivo } from '../../generado/etiquetas.ts';

const { bytes, tipoMedia, ancho, alto, ...archivos } = Archivo;

const addedAs = ({ cambios }: Renglon, name: string) =>
  cambios.find(({ campo }) => campo === name)?.despues;

/** A photo's work, the one who added it, its day, and whether it was public; undefined for any other entry. */
function addedBy(renglon: Renglon): string | undefined {
  const { recurso, accion, obraId, usuarioEmail, programa } = renglon;
  const isAdded =
    recurso === 'archivos' && accion === 'crear' && addedAs(renglon, 'tipo') === 'FOTO';
  const facts = ['fecha', 'fechaSegun', 'publico'].map((name) => addedAs(renglon, name));
  return isAdded ? JSON.stringify([obraId, usuarioEmail, programa, ...facts]) : undefined;
}

/** «Ana Pech agregó 3 fotos del 12 de mayo de 2026.», and where they were not, that they are not public. */
function agregadasInWords([first, ...others]: Seguidos): string {
  const { usuarioNombre, usuarioEmail, programa } = first;
  const who =
    usuarioNombre ?? usuarioEmail ?? `Alguien desde el programa ${programa || 'sin nombre'}`;
  const fecha = addedAs(first, 'fecha');
  const day = typeof fecha === 'string' ? ` del ${dayInWords(fecha)}` : '';
  const guessed =
    addedAs(first, 'fechaSegun') === 'NOMBRE' ? ', según los nombres de los archivos' : '';
  const secret = addedAs(first, 'publico') === false ? ', que no son públicas' : '';
  return `${who} agregó ${counted(others.length + 1, 'foto', 'fotos')}${day}${guessed}${secret}.`;
}

export const historial: EnHistorial = {
  recursos: RECURSOS,
  etiquetas: { archivos },
  elecciones: { clase: CLASES, fechaSegun: FECHA_SEGUN, tipo: TIPOS_DE_ARCHIVO },
  // Photos of one day that one person added.
  juntas: { claveOf: addedBy, frase: agregadasInWords },
};
