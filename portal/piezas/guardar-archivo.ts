/** Gives a file that the page has made, or read, to be kept. */
export function saveFile(nombre: string, contenido: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(contenido);
  link.download = nombre;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
