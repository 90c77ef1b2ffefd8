import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The path of a program that these tests hold the files of deploy/ against.
 *
 * @throws naming Debian's package where it is not installed
 */
export function debianProgram(name: string, packageName = name): string {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/bin', '/usr/sbin', '/bin'];
  const path = folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
  if (!path) {
    throw new Error(`Falta ${name}; instálelo (en Debian: apt-get install ${packageName}).`);
  }
  return path;
}
