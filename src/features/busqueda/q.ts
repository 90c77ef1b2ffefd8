import sql, { join, type Sql } from 'sql-template-tag';
import { type Filtro, filterInWords, text } from '../../core/obras/filtros.ts';
import { hasWord } from '../../palabras/contiene.ts';
import { readSearch } from '../../palabras/palabras.ts';
import { findNamed, isNamed, type Searched } from './nombradas.ts';
import { hasKey } from './relevancia.ts';

/** The filter by words. */
export const Q: Filtro<Searched> = {
  after: 'montoMax',
  label: 'Palabras',
  schema: text(
    'Palabras que aparecen, todas, en nombre, claveUnica, descripcion, los textos de una ubicación, o el nombre del municipio o el nombre o las siglas de la dependencia de la obra, por ejemplo «pavimentacion merida»; en singular o en plural, sin distinguir acentos ni mayúsculas; las comillas y la puntuación alrededor de una palabra no cuentan. Un número de hasta cuatro cifras se busca entero, y no dentro de claveUnica: con «calle 60» se encuentra «C. 60 × 61», no «1450GYR0060» ni «89.603». Una claveUnica entera siempre se encuentra: «0042» también entre comillas o paréntesis, tras #, «clave», «folio» u «obra», o junto a otras palabras, y «SOP-2025-00003» también como «sop 2025 00003».',
  ),
  dependsOn: ['municipios', 'dependencias'],
  resolve: async (q, _request, db) => ({ q, named: await findNamed(db, q) }),
  words: ({ q }) => filterInWords(q, q, 'Con las palabras'),
  where: hasWords,
  planEachTime: true,
};

/** The condition of a search: all words and numbers, or the whole key of an obra. */
function hasWords({ q, named }: Searched): Sql | undefined {
  const { numbers, words, keys } = readSearch(q);
  const all = words.map((word, i) => {
    const stands = hasWord(sql`o.busqueda`, word);
    const ofRecords = isNamed('o', named[i]);
    return ofRecords ? sql`(${ofRecords} OR ${stands})` : stands;
  });
  if (numbers.length > 0) {
    // Its whole key counts as a number of the obra.
    all.push(sql`(o.numeros @> ${numbers}::text[]
      OR o.clave_unica = ANY (${numbers}::text[]) AND o.numeros @> array_remove(${numbers}::text[], o.clave_unica::text))`);
  }
  if (all.length === 0) return undefined;
  const everyWord = join(all, ' AND ');
  // Words as typed find the key in the texts.
  return numbers.length === 0 && keys.length <= 2
    ? everyWord
    : sql`(${everyWord} OR ${hasKey(keys, 'o')})`;
}
