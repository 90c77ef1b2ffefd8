import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NoConnection, NoSession, RegistryError } from '../../../../portal/core/errores.ts';
import { titleOf, unfit } from '../../../../portal/features/archivos/documento.ts';
import {
  isOld,
  type Pendiente,
  sentenceOf,
  stoppedBy,
  waitAfter,
} from '../../../../portal/features/archivos/estados.ts';
import { historial } from '../../../../portal/features/archivos/historial.ts';
import { byClase, cuandoOf } from '../../../../portal/features/archivos/muestra.ts';
import { table } from '../../../table.ts';

const refusal = (status: number, message: unknown, after?: string) =>
  RegistryError.of(new Response('', { status, headers: after ? { 'retry-after': after } : {} }), {
    message,
  });

const STRIP = table`
  # photos in each state              | lost | sentence
  detenida por-enviar borrador        | no   | El registro no aceptó 1 foto que usted envió.
  detenida detenida                   | no   | El registro no aceptó 2 fotos que usted envió.
  por-enviar por-enviar borrador      | no   | Se envían 2 fotos.
  por-enviar                          | yes  | 1 foto por enviar: se envían solas cuando vuelva la conexión.
  borrador por-preparar               | yes  | Eligió 2 fotos que no ha enviado.
  borrador                            | no   | Eligió 1 foto que no ha enviado.`;
for (const [photos = '', lost, sentence] of STRIP) {
  test(`photos that are ${photos}, with the connection lost: ${lost}, are «${sentence}» on the screen`, () => {
    const all = photos
      .split(' ')
      .map((estado) => ({ estado: estado.replace('-', ' ') }) as Pendiente);
    assert.equal(sentenceOf(all, lost === 'yes'), sentence);
  });
}

const WAITS = table`
  # status | retry-after | tries | seconds; none gives up
  429      | -           | 1     | 1
  503      | -           | 2     | 2
  502      | -           | 3     | 4
  504      | -           | 5     | 16
  503      | 7           | 5     | 7
  503      | 600         | 1     | 60
  503      | -           | 6     | -
  400      | -           | 1     | -
  403      | 5           | 1     | -
  500      | -           | 1     | -
  away     | -           | 1     | 1
  away     | -           | 6     | 32
  away     | -           | 7     | 60
  away     | -           | 29    | 60
  away     | -           | 30    | -`;
for (const [status, after, tries, seconds] of WAITS) {
  test(`a photo that is refused (${status}, ${after || 'no time'}) for the ${tries}. time waits ${seconds || 'no more'}`, async () => {
    const error =
      status === 'away' ? new NoConnection(null) : await refusal(Number(status), 'x', after);
    assert.equal(waitAfter(error, Number(tries)) ?? '', seconds && Number(seconds));
  });
}
test('a lost session is not waited for', () => {
  assert.equal(waitAfter(new NoSession('terminada'), 1), undefined);
});

test('a photo is kept with its reason: the right is gone, its report is gone, or the registry’s sentence', async () => {
  const away = stoppedBy(await refusal(403, 'Forbidden resource'));
  assert.match(
    away.frases?.join() ?? '',
    /^Su cuenta ya no captura los avances de esta obra\. La foto se conserva/,
  );
  const report = stoppedBy(await refusal(400, ['avanceId: no existe.']));
  assert.equal(report.avanceId, null);
  assert.match(report.frases?.join() ?? '', /^El avance de esta foto ya no está en el registro/);
  const other = stoppedBy(await refusal(400, ['titulo es largo.']));
  assert.deepEqual(other, { frases: ['Título: es largo.'] });
  assert.match(stoppedBy(new NoConnection(null)).frases?.join() ?? '', /^No hubo respuesta/);
});

test('a photo is kept for thirty days', () => {
  const now = Date.parse('2026-07-01T00:00:00Z');
  const chosen = (instant: string) => ({ instante: Date.parse(instant) });
  assert.equal(isOld(chosen('2026-05-31T23:59:59Z'), now), true);
  assert.equal(isOld(chosen('2026-06-01T00:00:00Z'), now), false);
});

const pdf = (text: string) => `%PDF-1.4\n${text}\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n`;
const FILES = table`
  # name     | type            | content                       | begins with
  a.pdf      | application/pdf | -                             | «a.pdf» está vacío: guárdelo de nuevo
  a.jpg      | image/jpeg      | ÿØ                            | «a.jpg» es una foto: agréguela con el botón
  a.docx     | application/x   | PK                            | «a.docx» no es un PDF: guárdelo como PDF
  a.pdf      | application/pdf | %PDF-1.4 1 0 obj              | «a.pdf» está incompleto o dañado: le falta su final`;
for (const [name = '', type = '', content = '', words = ''] of FILES) {
  test(`the document ${name} of «${content}» is refused: ${words}`, async () => {
    const sentence = await unfit(new File([content], name, { type }));
    assert.ok(sentence?.startsWith(words), sentence);
  });
}
test('a whole document is sent, and one with a damaged end is refused', async () => {
  const of = (text: string) => unfit(new File([pdf(text)], 'a.pdf', { type: 'application/pdf' }));
  assert.equal(await of('xref\n0 1'), undefined);
  assert.match((await of('x')) ?? '', /incompleto o dañado/);
});
test('a document that is too large is refused by its size, and one that can’t be read by that', async () => {
  const large = { name: 'a.pdf', size: 51 * 1_048_576 } as File;
  assert.match((await unfit(large)) ?? '', /^«a\.pdf» pesa 51 MB y se aceptan 25 MB a lo más\./);
  const slice = () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) });
  const gone = { name: 'a.pdf', size: 5, type: '', slice } as unknown as File;
  assert.match((await unfit(gone)) ?? '', /^No se pudo leer «a\.pdf»\./);
});

const TITLES = table`
  # file              | title
  Contrato_SOP-14.pdf | Contrato SOP-14
  acta.PDF            | acta
  a.pdf.pdf           | a.pdf
  ${'x'.repeat(250)}  | ${'x'.repeat(200)}`;
for (const [file = '', title] of TITLES) {
  test(`the title of ${file} is «${title}»`, () => assert.equal(titleOf(file), title));
}

test('documents stand by class in the order of a file, those of a class as they come', () => {
  const archivo = (id: number, clase: string) => ({ id, clase }) as never;
  const classes = byClase([
    archivo(2, 'ACTA_ENTREGA'),
    archivo(1, 'CONTRATO'),
    archivo(3, 'CONTRATO'),
  ]);
  const ids = classes.map(([, all]) => all.map(({ id }) => id).join());
  assert.deepEqual(ids, ['1,3', '2']);
  assert.equal(byClase([]).length, 0);
});

test('below a photo stands the report that it stands for, or its own day', () => {
  const foto = (fecha: string) => ({ fecha }) as never;
  const [antes, despues, otra] = [foto('2026-01-01'), foto('2026-06-01'), foto('2026-03-01')];
  const avance = (fechaCorte: string, avanceFisico: number) => ({ fechaCorte, avanceFisico });
  const par = {
    antes: { foto: antes, avance: avance('2026-01-31', 5) },
    despues: { foto: despues, avance: avance('2026-06-30', 80) },
  } as never;
  assert.equal(cuandoOf(antes, par), 'Antes, al 31 ene 2026: 5 %');
  assert.equal(cuandoOf(despues, par), 'Después, al 30 jun 2026: 80 %');
  assert.equal(cuandoOf(otra, par), '1 mar 2026');
  assert.equal(cuandoOf(otra, undefined), '1 mar 2026');
});

const added = (more: Record<string, unknown> = {}) => {
  const { fecha = '2026-05-12', fechaSegun = null, publico = true, tipo = 'FOTO', ...row } = more;
  const cambios = Object.entries({ fecha, fechaSegun, publico, tipo }).map(([campo, despues]) => ({
    campo,
    despues,
  }));
  const own = {
    recurso: 'archivos',
    accion: 'crear',
    obraId: 1,
    usuarioEmail: 'a@b.mx',
    usuarioNombre: 'Ana Pech',
  };
  return { ...own, programa: null, cambios, ...row } as never;
};
const ALIKE = table`
  # what differs               | told as one
  {}                           | yes
  {"fecha": "2026-05-13"}      | no
  {"publico": false}           | no
  {"fechaSegun": "NOMBRE"}     | no
  {"usuarioEmail": "c@b.mx"}   | no
  {"obraId": 2}                | no
  {"programa": "curl"}         | no`;
for (const [more = '', together] of ALIKE) {
  test(`photos of which one has ${more} share a row of the history: ${together}`, () => {
    const claveOf = historial.juntas?.claveOf as (row: never) => string | undefined;
    assert.equal(claveOf(added()) === claveOf(added(JSON.parse(more))), together === 'yes');
  });
}
test('a document, and a photo that was changed, have rows of their own', () => {
  const claveOf = historial.juntas?.claveOf as (row: never) => string | undefined;
  const alone = [{ tipo: 'DOCUMENTO' }, { accion: 'cambiar' }, { recurso: 'obras' }];
  assert.deepEqual(
    alone.map((more) => claveOf(added(more))),
    [undefined, undefined, undefined],
  );
});

const SENTENCES = table`
  # photo                                        | many | sentence
  {}                                             | 3    | Ana Pech agregó 3 fotos del 12 de mayo de 2026.
  {"publico": false}                             | 2    | Ana Pech agregó 2 fotos del 12 de mayo de 2026, que no son públicas.
  {"fechaSegun": "NOMBRE"}                       | 2    | Ana Pech agregó 2 fotos del 12 de mayo de 2026, según los nombres de los archivos.
  {"fecha": null}                                | 2    | Ana Pech agregó 2 fotos.
  {"usuarioNombre": null}                        | 2    | a@b.mx agregó 2 fotos del 12 de mayo de 2026.
  {"usuarioNombre": null, "usuarioEmail": null}  | 2    | Alguien desde el programa sin nombre agregó 2 fotos del 12 de mayo de 2026.
  {"usuarioNombre": null, "usuarioEmail": null, "programa": "curl"} | 2 | Alguien desde el programa curl agregó 2 fotos del 12 de mayo de 2026.`;
for (const [more = '', many, sentence] of SENTENCES) {
  test(`${many} photos with ${more} are «${sentence}» in the history`, () => {
    const rows = Array.from({ length: Number(many) }, () => added(JSON.parse(more)));
    assert.equal(historial.juntas?.frase(rows as never), sentence);
  });
}
