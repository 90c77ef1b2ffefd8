import { describe } from 'node:test';
import { embeddedEnvironment } from '../empty-registry.ts';
import { leaversOf } from './leaving.ts';

// Nobody else can hold the embedded database.
describe('who leaves early takes no place along, on the embedded database', () => {
  leaversOf(async () => ({ environment: await embeddedEnvironment() }), false);
});
