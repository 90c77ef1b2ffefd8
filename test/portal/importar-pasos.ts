import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { newFolder } from '../empty-registry.ts';
import { fetchJson, type Schema } from './portal-world.ts';

// What a clerk does on the page that brings in spreadsheets, step by step, and the files that she has.

/** The work of a key, as the registry has it. */
export const withKey = async (clave: string) =>
  (await fetchJson<Schema<'Obra'>[]>('GET', `/obras?q=${encodeURIComponent(clave)}`)).find(
    ({ claveUnica }) => claveUnica === clave,
  );

const HEADINGS = 'claveUnica,nombre,monto,ejercicioFiscal,dependencia,municipio,estatus';

/** A row under the headings of `csv()`. */
export const row = (
  clave: string,
  {
    nombre = `Obra ${clave}`,
    monto = '1000',
    dependencia = 'CFE',
    municipio = 'Mérida',
    estatus = 'En proceso',
  }: Record<string, string> = {},
): string => `${clave},${nombre},${monto},2026,${dependencia},${municipio},${estatus}`;

export const csv = (...rows: string[]): string => [HEADINGS, ...rows].join('\r\n');

/** A file of the clerk's disk: what is handed over by itself goes through the browser's pipe in one message. */
export function onDisk(name: string, content: string | Buffer): string {
  const path = join(newFolder(), name);
  writeFileSync(path, content);
  return path;
}

/** Chooses a file of the clerk's disk, and answers its path. */
export async function give(page: Page, name: string, content: string | Buffer): Promise<string> {
  const path = onDisk(name, content);
  await page.locator('input[type=file]').setInputFiles(path);
  return path;
}

/** What is said once of all rows, by a part of its sentence. */
export const groupOf = (page: Page, words: string | RegExp) =>
  page.locator('.importar_grupo').filter({ has: page.locator('strong', { hasText: words }) });

/** How many rows came to something, by its words. */
export const count = (page: Page, word: string) =>
  page.locator('.importar_cuentas > div', { hasText: word }).locator('dd');

/** The first rows as they are understood. */
export const sample = (page: Page) => page.getByRole('table', { name: /primeras filas/ });

export const reviewAgain = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Revisar de nuevo' }).click();
