import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { start } from '../process.ts';
import { freshEnvironment } from '../world.ts';

describe('an instance as a process', () => {
  test('announces its stop, answers for the grace period, ends its connections, and exits', async () => {
    const service = await start({
      ...(await freshEnvironment()),
      LOG_LEVEL: 'info',
      SHUTDOWN_DELAY: '2',
    });
    // This one never carries a request.
    const silent = connect(Number(new URL(service.url).port), '127.0.0.1');
    await once(silent, 'connect');
    const silentEnded = once(silent, 'close');
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const get = async (path: string) => {
      const asked = request(service.url + path, { agent }).end();
      const [answer] = await once(asked, 'response');
      answer.resume();
      await once(answer, 'end');
      return answer as { statusCode: number; headers: Record<string, string> };
    };
    assert.equal((await get('/health/ready')).headers.connection, 'keep-alive');
    const ended = service.stop();
    let ready = await get('/health/ready');
    while (ready.statusCode === 200) ready = await get('/health/ready');
    assert.equal(ready.statusCode, 503);
    for (const path of ['/dependencias', '/dependencias', '/health/live', '/nada']) {
      const { statusCode, headers } = await get(path);
      assert.deepEqual([statusCode, headers.connection], [path === '/nada' ? 404 : 200, 'close']);
    }
    assert.equal(await ended, 0);
    await silentEnded;
    assert.doesNotMatch(service.output(), /"level":(40|50|60).*no está lista/);
  });
});
