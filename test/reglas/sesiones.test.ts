import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSession } from '../../portal/core/guardada.ts';
import {
  afterRefusal,
  answerTo,
  type Message,
  patience,
  type Session,
  sessionOf,
  whyOf,
} from '../../portal/core/sesiones.ts';
import { table } from '../table.ts';

const NOW = 1_000_000;
/** A token of these times, in seconds. */
const tokenOf = (iat: number, exp: number) => `x.${btoa(JSON.stringify({ iat, exp }))}.y`;
/** The session of `ana 10`: of Ana, with a token of second 10; of nobody it is null. */
function sessionFor(text: string, expiresAt = NOW + 1): Session | null {
  if (!text || text === 'nobody') return null;
  const [id = '', iat] = text.split(' ');
  return { token: tokenOf(Number(iat), 99), expiresAt, user: { id } as Session['user'] };
}

// Tabs of one browser: one asks for a session, gives its own, or tells that its person has left.
const MESSAGES = table`
  # message     | own session    | waits for a password | given one was left | what the tab does
  ask           | ana 10         | no                   | no                 | give
  ask           | ana 10 over    | no                   | no                 | -
  ask           | nobody         | no                   | no                 | -
  give ana 10   | nobody         | no                   | no                 | take
  give ana 10   | nobody         | no                   | yes                | -
  give ana 20   | ana 10         | no                   | no                 | take
  give ana 10   | ana 10         | no                   | no                 | take
  give ana 10   | ana 20         | no                   | no                 | -
  give ana 20   | ana 10         | no                   | yes                | -
  give beto 20  | ana 10         | no                   | no                 | -
  give beto 20  | ana 10         | yes                  | no                 | take
  give beto 20  | ana 10         | yes                  | yes                | -
  end ana       | ana 10         | no                   | no                 | end
  end beto      | ana 10         | no                   | no                 | -
  end           | ana 10         | no                   | no                 | end
  end ana       | nobody         | no                   | no                 | -`;
for (const [message = '', own = '', waits, left, done] of MESSAGES) {
  test(`a tab of ${own}, waiting: ${waits}, does ${done || 'nothing'} on «${message}», left: ${left}`, () => {
    const [kind, ...given] = message.split(' ');
    const sent = {
      kind,
      session: sessionFor(given.join(' ')),
      ...(given[0] && { userId: given[0] }),
    } as Message;
    const mine = sessionFor(own, own.endsWith('over') ? NOW : NOW + 1);
    const here = { isWaiting: waits === 'yes', isLeft: left === 'yes', now: NOW };
    assert.equal(answerTo(sent, mine, here) ?? '', done);
  });
}

const WAITS = table`
  # a tab has a session | somebody signed in here | milliseconds
  yes                   | yes                     | 15000
  yes                   | no                      | 15000
  no                    | yes                     | 0
  can't be told         | yes                     | 1000
  can't be told         | no                      | 150`;
for (const [held = '', known, milliseconds] of WAITS) {
  test(`where a tab has a session: ${held}, somebody signed in: ${known}, a new tab waits ${milliseconds} ms`, () => {
    const isHeld = { yes: true, no: false }[held];
    assert.equal(patience(isHeld, known === 'yes'), Number(milliseconds));
  });
}

const THEN = { wait: 'waits', again: 'is sent again', over: 'is over' };
const REFUSALS = table`
  # sent by | there is now | the request
  ana 10    | ana 10       | wait
  ana 10    | ana 20       | again
  ana 10    | beto 20      | over
  ana 10    | nobody       | over
  nobody    | nobody       | wait
  nobody    | ana 10       | again`;
for (const [sent = '', now = '', then] of REFUSALS) {
  test(`a refused request of ${sent}, where by then there is ${now}, ${THEN[then as 'wait']}`, () => {
    assert.equal(afterRefusal(sessionFor(sent), sessionFor(now)), then);
  });
}

test('a token is refused because its time is over, or as its challenge says because of its account', () => {
  assert.equal(whyOf('Bearer error="invalid_token"'), 'terminada');
  assert.equal(whyOf(''), 'terminada');
  const challenge = 'Bearer error="invalid_token", error_description="La cuenta fue desactivada"';
  assert.equal(whyOf(challenge), 'desactivada');
});

test('a session lasts as long as its token says, whatever a device takes the time for', () => {
  const user = { id: 'ana' } as Session['user'];
  const token = tokenOf(500, 900);
  for (const hours of [0, 9, -9]) {
    const now = NOW + hours * 3_600_000;
    const made = sessionOf({ access_token: token, user } as Parameters<typeof sessionOf>[0], now);
    assert.deepEqual(made, { token, user, expiresAt: now + 400_000 });
    assert.deepEqual(readSession(JSON.stringify(made), now + 399_999), made);
    assert.equal(readSession(JSON.stringify(made), now + 400_000), null);
  }
});

test('a tab that kept nothing, or what can’t be read, has no session', () => {
  for (const text of [null, 'null', '{', '""']) assert.equal(readSession(text, NOW), null);
});
