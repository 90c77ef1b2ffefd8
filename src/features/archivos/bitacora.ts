import { dayInWords } from '../../core/base/time.ts';
import type { Ledger } from '../../core/bitacora/ledger.ts';
import { ARCHIVO } from './campos.ts';
import { CLASES, EN_FRASE, FECHA_SEGUN } from './opciones.ts';
import { RECURSOS } from './recursos.ts';

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
