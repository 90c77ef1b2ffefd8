import { describe } from 'node:test';
import { leaversOf } from './leaving.ts';
import { ownPostgres } from './postgres.ts';

describe('clients that leave early, on PostgreSQL,', () => {
  leaversOf(async () => {
    const server = await ownPostgres();
    return { environment: await server.environment(), server };
  }, true);
});
