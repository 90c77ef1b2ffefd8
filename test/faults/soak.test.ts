import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soak } from '../../bench/soak.ts';
import { ownPostgres } from './postgres.ts';

/** Connections that one instance may hold: the pool's, and one that hears of changes. */
const MOST_CONNECTIONS = 11;

test('20 seconds of mixed load against two instances: no error but 429 and 503, nothing left open', async () => {
  const server = await ownPostgres();
  const environment = await server.environment();
  const load = { seconds: 20, instances: 2, clients: 32, obras: 200 };
  const report = await soak({ environment, ...load });
  console.log(JSON.stringify(report));
  assert.deepEqual(report.errors, {});
  assert.ok((report.answers[200] ?? 0) > 100 && (report.answers[201] ?? 0) > 10);
  assert.equal(report.connections.inTransaction, 0);
  assert.ok(report.connections.database <= 2 * MOST_CONNECTIONS);
  for (const more of report.connections.moreSockets) assert.ok(more <= MOST_CONNECTIONS);
});
