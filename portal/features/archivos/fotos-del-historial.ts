import { dayInWords } from '../../../src/core/base/time.ts';
import { counted } from '../../core/formato.ts';
import type { Renglon } from '../../core/obras/historial/palabras.ts';

/** Entries that are told as one. */
export type Seguidos = [Renglon, ...Renglon[]];

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

/** Entries in their order: neighbours that tell of photos of one day that one person added stand together. */
export function byFotos(renglones: readonly Renglon[]): Seguidos[] {
  const groups: Seguidos[] = [];
  let before: string | undefined;
  for (const renglon of renglones) {
    const now = addedBy(renglon);
    if (now !== undefined && now === before) groups.at(-1)?.push(renglon);
    else groups.push([renglon]);
    before = now;
  }
  return groups;
}

/** «Ana Pech agregó 3 fotos del 12 de mayo de 2026.», and where they were not, that they are not public. */
export function agregadasInWords([first, ...others]: Seguidos): string {
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
