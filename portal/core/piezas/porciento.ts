/** A percent as people type it: 45.5, «45,5», «45.5 %». Null where nothing is written; what is none stays as it was typed. */
export function readPorciento(text: string): number | string | null {
  const bare = text.replace('%', '').trim();
  if (bare === '') return null;
  return /^-?\d+([.,]\d+)?$/.test(bare) ? Number(bare.replace(',', '.')) : text;
}
