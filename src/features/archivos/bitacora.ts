import { dayInWords } from '../../core/base/time.ts';
import type { Ledger } from '../../core/bitacora/ledger.ts';
import { ARCHIVO } from './campos.ts';
import { CLASES, EN_FRASE, FECHA_SEGUN } from './opciones.ts';
import { RECURSOS } from './recursos.ts';

/**
 * Entry `b` is of a file that is public now, and that was public after it: what a private one was called, or was until it became
 * public, is nobody's news. Of a file that is private again, or gone, nothing is said.
 */
const IS_PUBLIC = `EXISTS (SELECT FROM archivos a WHERE a.publico
    AND a.id = CASE WHEN b.registro ~ '^[0-9]{1,9}$' THEN b.registro::integer END)
  AND (SELECT (h.despues ->> 'publico')::boolean FROM bitacora h
    WHERE h.recurso = b.recurso AND h.registro = b.registro AND h.id <= b.id AND h.despues ? 'publico'
    ORDER BY h.id DESC LIMIT 1)`;

export const EN_BITACORA = {
  archivos: {
    called: RECURSOS.archivos,
    part: {
      fields: ARCHIVO,
      choices: { clase: CLASES, fechaSegun: FECHA_SEGUN },
      naming: ['titulo', 'clase', 'tipo'],
      name: (registro, known) => {
        const clase = known('clase') ?? known('tipo');
        const title = known('titulo');
        return `${EN_FRASE[clase as keyof typeof EN_FRASE] ?? 'el archivo'} ${title ? `«${title}»` : registro}`;
      },
      made: ({ name, value, inWords }) => {
        const day = value('fecha') === null ? '' : ` del ${inWords('fecha')}`;
        const isUsual = value('publico') === (value('tipo') === 'FOTO');
        const guessed = value('fechaSegun') === 'NOMBRE' ? ', según el nombre del archivo' : '';
        return `agregó ${name}${day}${guessed}${isUsual ? '' : `, ${publicity(name, value('publico'))}`}`;
      },
      reference: (field, id, known) => {
        if (field === 'avanceId') {
          const day = known('fechaCorte', `avances/${id}`);
          return day && dayInWords(day);
        }
        const number = field === 'contratoId' && known('numero', `contratos/${id}`);
        return number ? `«${number}»` : undefined;
      },
      open: { field: 'publico', where: IS_PUBLIC },
      acts: {
        publico: (value, name) => ({
          alone: `hizo ${publicity(name, value)} ${name}`,
          after: `y lo hizo ${publicity('el', value)}`,
        }),
      },
    },
  },
} satisfies Ledger;

/** Whether a file is for everybody, as an adjective of its name. */
const publicity = (name: string, isPublic: unknown) =>
  `${isPublic ? 'públic' : 'privad'}${/^(la|el acta) /.test(name) ? 'a' : 'o'}`;
