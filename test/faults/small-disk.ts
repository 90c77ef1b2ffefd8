// Small disks in memory, which tests fill. Mounting them takes root.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, cpSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '../at-end.ts';
import { embeddedEnvironment } from '../empty-registry.ts';

export const MB = 1_048_576;

export function smallDisk(megabytes: number): string {
  const disk = mkdtempSync(join(tmpdir(), 'registro-disco-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk]);
  atEnd(() => execFileSync('umount', ['--lazy', disk]));
  return disk;
}

/** Settings of a service on an empty embedded registry that is on a small disk. */
export async function embeddedOn(disk: string) {
  const { DATA_DIR = '', PORT = '' } = await embeddedEnvironment();
  const folder = join(disk, 'datos');
  cpSync(DATA_DIR, folder, { recursive: true });
  return { PORT, DATA_DIR: folder };
}

/** Takes up all but so many bytes of a disk; answers how to give them back. */
export function fill(disk: string, leave = 0): () => void {
  const { bavail, bsize } = statfsSync(disk);
  const file = join(mkdtempSync(join(disk, 'otros-')), 'datos');
  const fd = openSync(file, 'w');
  try {
    // To the last byte where none are left: others may take some meanwhile.
    for (let rest = bavail * bsize - leave; rest > 0 || leave === 0; rest -= MB) {
      writeSync(fd, Buffer.alloc(leave === 0 ? MB : Math.min(rest, MB)));
    }
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
  } finally {
    closeSync(fd);
  }
  return () => rmSync(file);
}
