import type { Database } from '../db/index.ts';
export async function fillWithDemo(_db: Database, _o: object, _p: (l: string) => void) {}
