import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// While an instance of a newer version runs the migrations, older ones read and write. So a migration only adds
// (CONTRIBUTING.md, «Change the database»).

/** The last of the files with which version 1.0.0 begins. */
const FIRST_VERSION = 2;

/** A default that PostgreSQL writes into no row: a literal. One that is calculated has the table written anew. */
const LITERAL = String.raw`('([^']|'')*'(::\w+)?|-?[\d.]+|true|false|NULL)`;

/** The statements that a migration may have. Text within quotes stands as ''. */
const ADDITIVE = [
  /^CREATE TABLE /i,
  /^CREATE INDEX /i,
  /^CREATE FUNCTION /i,
  /^COMMENT ON /i,
  /^INSERT INTO /i,
  // It may be bounded, since no row and no older program has a value for it. One action in a statement.
  new RegExp(
    String.raw`^ALTER TABLE \S+ ADD COLUMN \w+ \w+( precision)?(\([\w, ]+\))?(\[\])?( (NOT NULL )?DEFAULT ${LITERAL}( NOT NULL)?)?( CONSTRAINT \w+ CHECK \(.*\)| CONSTRAINT \w+ REFERENCES [\w() ]+)*$`,
    'i',
  ),
];
/**
 * Statements beyond these, by their file, each with what keeps older instances right. `npm run test:faults -- rolling` was run
 * with them.
 */
const NAMED = {
  // Older instances call both functions in SQL, for what they store as for what they look for, and so use the new form too.
  '011.do.texto-de-pdf.sql': /^CREATE OR REPLACE FUNCTION (fold_accents|short_numbers)\(text\) /,
  // The table is new.
  '016.do.expediente.sql': /^CREATE UNIQUE INDEX fondos_nombre_key ON fondos /,
  // Older instances refuse such an RFC before they write it.
  '017.do.rfc.sql':
    /^ALTER TABLE contratos (DROP CONSTRAINT contratos_contratista_rfc_check|ADD CONSTRAINT contratos_contratista_rfc_largo_check CHECK .* NOT VALID)$/,
  // Older instances read a class that they do not know as any other text, and refuse to write it.
  '018.do.predios.sql':
    /^ALTER TABLE archivos (DROP CONSTRAINT archivos_clase_check|ADD CONSTRAINT archivos_clases_check CHECK .* NOT VALID)$/,
  // Older instances list the imports of the kinds that they know.
  '019.do.hojas.sql': /^ALTER TABLE importaciones DROP CONSTRAINT importaciones_clase_check$/,
  // Older instances refuse such a text before they write it, and show it as any other.
  '023.do.identidades.sql':
    /^ALTER TABLE contratos (DROP CONSTRAINT contratos_contratista_rfc_largo_check|ADD CONSTRAINT contratos_contratista_rfc_texto_check CHECK .* NOT VALID)$/,
};

/**
 * One sentence for each statement of a migration after version 1.0.0 that does more than add.
 *
 * @param folder of the migrations
 */
export function notOnlyAdding(folder) {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql') && Number.parseInt(file, 10) > FIRST_VERSION)
    .flatMap((file) =>
      statementsOf(readFileSync(join(folder, file), 'utf8'))
        .filter((statement) => ![...ADDITIVE, NAMED[file]].some((form) => form?.test(statement)))
        .map(
          (statement) =>
            `${file} does more than add, while older instances read and write: ${statement.slice(0, 100)}`,
        ),
    );
}

/** The statements of a text on one line each, without comments; what stands within quotes is left out. */
function statementsOf(text) {
  return text
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|--.*|\/\*[\s\S]*?\*\//g, (part) =>
      /^[-/]/.test(part) ? ' ' : "''",
    )
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean);
}
