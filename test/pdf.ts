// PDFs as programs write them.
import { randomBytes } from 'node:crypto';

const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** The parts of a PDF behind its mark: objects, their table, and where it is. `from` is where they begin. */
function parts(from: number, bytes: number, { isStream = false, trailer = '' } = {}): Buffer {
  const noise = randomBytes(bytes);
  const objects = Buffer.concat([
    latin1('1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n'),
    latin1(`3 0 obj\n<< /Length ${noise.length} >>\nstream\n`),
    noise,
    latin1('\nendstream\nendobj\n'),
  ]);
  const at = from + objects.length;
  const table = isStream
    ? `4 0 obj\n<< /Type /XRef /Size 5 /W [1 2 1] /Root 1 0 R ${trailer} /Length 4 >>\nstream\nabcd\nendstream\nendobj\n`
    : `xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 4 /Root 1 0 R ${trailer} >>\n`;
  return Buffer.concat([objects, latin1(`${table}startxref\n${at}\n%%EOF\n`)]);
}

/** A PDF of about so many bytes, unlike any other. */
export const pdf = (bytes = 2_000, kind: Parameters<typeof parts>[2] = {}): Buffer => {
  const head = latin1('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n');
  return Buffer.concat([head, parts(head.length, Math.max(16, bytes - 300), kind)]);
};

/** The same with a change appended, as a program that signs it does. */
export const changed = (file: Buffer, kind: Parameters<typeof parts>[2] = {}): Buffer =>
  Buffer.concat([file, parts(file.length, 1_000, kind)]);

/** A linearised one: the table of its first page comes first, and its place is said at the end. */
export function linearised(bytes = 5_000): Buffer {
  const head = latin1('%PDF-1.5\n1 0 obj\n<< /Linearized 1 /L 99999 >>\nendobj\n');
  const first = latin1(
    'xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 9 /Root 1 0 R >>\nstartxref\n0\n%%EOF\n',
  );
  const rest = latin1('5 0 obj\n<< /Length 9 >>\nstream\n');
  const end = latin1(`\nendstream\nendobj\nstartxref\n${head.length}\n%%EOF\n`);
  return Buffer.concat([head, first, rest, randomBytes(bytes), end]);
}
