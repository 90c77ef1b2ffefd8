import { describe } from 'node:test';
import { embeddedEnvironment } from '../empty-registry.ts';
import { leaversOf } from './leaving.ts';

// No other process can hold the embedded database.
describe('clients that leave early, on the embedded database,', () => {
  leaversOf(async () => ({ environment: await embeddedEnvironment() }), false);
});
