/** Gives a file that the page has made, or read, to be kept. */
export function saveFile(nombre: string, contenido: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(contenido);
  link.download = nombre;
  link.click();
  releaseUrl(link.href);
}

/** Frees an address for bytes of the page a minute later: a picture or a download may be on its way from it still. */
export function releaseUrl(url: string): void {
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
