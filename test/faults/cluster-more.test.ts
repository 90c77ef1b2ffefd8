import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type Cluster, type Machine, newCluster } from './cluster.ts';
import {
  assertSurvives,
  type Fault,
  type Load,
  newPeople,
  type People,
  serviceAt,
} from './cluster-load.ts';
import { fileOf, importFile, jobEnd, large, ROWS, sendFile } from './importing.ts';
import { succeeds, until } from './postgres.ts';
import { openRegistry } from './registry.ts';

/** Milliseconds after which the leader's lease has run out twice (`ttl` in deploy/cluster/patroni.yml). */
const TWO_LEASES = 40_000;
/** The answers to a write that waited for a standby, and to one that waited behind it. */
const UNAVAILABLE = /^El servicio no está disponible por el momento; intente de nuevo /;
/** Stops an import once some of its batches are written. */
const STOP_IMPORT = `
  CREATE FUNCTION stop_there() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (
        SELECT FROM obras WHERE clave_unica LIKE 'F-%' AND pg_xact_status(xmin::text::xid8) = 'committed'
      ) THEN
        PERFORM pg_sleep(60);
      END IF;
      RETURN NEW;
    END $$;
  CREATE TRIGGER stop_there BEFORE INSERT ON obras FOR EACH ROW EXECUTE FUNCTION stop_there();`;

/** Writes go on, with the same machine in the lead as before. */
async function staysWith(cluster: Cluster, leader: Machine, load: Load) {
  await load.goesOn();
  assert.equal((await cluster.someLeader()).n, leader.n);
}

const FAULTS: Fault[] = [
  {
    what: 'etcd is away on all three for two leases',
    isRead: true,
    strike: async (cluster, load, { leader }) => {
      const all = (name: 'STOP' | 'CONT') =>
        Promise.all(cluster.machines.map(({ signal }) => signal('etcd', name)));
      await all('STOP');
      await setTimeout(TWO_LEASES);
      await staysWith(cluster, leader, load);
      return () => all('CONT');
    },
  },
  {
    what: 'the standby that confirms hangs',
    isRead: true,
    strike: async (cluster, load, { leader, confirming }) => {
      await confirming.signal('postgres', 'STOP');
      await until('the other one confirms', async () => {
        const now = (await cluster.standbys()).confirming;
        return now && now !== confirming;
      });
      await staysWith(cluster, leader, load);
      return () => confirming.signal('postgres', 'CONT');
    },
  },
  {
    what: 'the other standby is lost',
    isRead: true,
    strike: async (cluster, load, { leader, other }) => {
      await other.signal('postgres', 'KILL');
      await staysWith(cluster, leader, load);
      return () => other.run('sudo systemctl start patroni');
    },
  },
  {
    what: 'both standbys hang',
    isRead: true,
    strike: async (_cluster, load, { confirming, other }) => {
      const both = (name: 'STOP' | 'CONT') =>
        Promise.all([confirming, other].map(({ signal }) => signal('postgres', name)));
      await both('STOP');
      const since = performance.now();
      const after = () => load.writes.filter(({ sentAt }) => sentAt > since);
      await until('writes are refused', () => after().length >= 6);
      const before = load.reads.length;
      await until('reads go on', () => load.reads.length > before + 30);
      for (const { status, body } of after()) {
        // With its key a write that is sent again may find that the first is not over yet.
        if (status === 409) continue;
        assert.equal(status, 503, 'a write is answered that no standby has');
        assert.match(body.message, UNAVAILABLE);
      }
      return () => both('CONT');
    },
  },
  {
    what: 'the network between one instance and the other HAProxys is cut',
    isSilent: true,
    strike: async (cluster, load, { leader, other }) => {
      // Its answers go nowhere.
      const rule = 'pref 100 ipproto tcp sport 3443 blackhole';
      await other.run(`ip rule add ${rule}`);
      await load.goesOn(60);
      await staysWith(cluster, leader, load);
      return () => other.run(`ip rule del ${rule}`);
    },
  },
  {
    what: 'the network to the machine of the primary is cut',
    isSilent: true,
    strike: async (cluster, load, { leader: lost }) => {
      await cluster.wire(lost, 'down');
      const next = await cluster.someLeader(lost);
      await load.goesOn();
      return async () => {
        await cluster.wire(lost, 'up');
        await staysWith(cluster, next, load);
      };
    },
  },
  {
    what: 'the disk of the standby that confirms is full',
    isRead: true,
    strike: async (cluster, load, { leader, confirming }) => {
      const freed = await confirming.fillDisk();
      await until('it follows no longer', async () => {
        // Segments that it has already would take what comes for a while.
        await cluster.sql('SELECT pg_switch_wal()');
        const now = await cluster.standbys();
        return now.confirming !== confirming && now.other !== confirming;
      });
      await staysWith(cluster, leader, load);
      return async () => {
        await freed();
        // systemd does not start again what ended by itself for want of room.
        const ended = await confirming.run(
          'for each in etcd patroni; do pgrep -x $each >/dev/null || { echo $each; sudo systemctl start $each; }; done',
        );
        console.log(`ended by the full disk: ${ended.trim().replaceAll('\n', ', ') || 'nothing'}`);
      };
    },
  },
];

describe('three machines of which something else is lost', () => {
  let cluster: Cluster;
  let people: People;
  before(async () => {
    cluster = await newCluster();
    people = await newPeople(cluster);
  });

  for (const fault of FAULTS) {
    test(`${fault.what}: no answered write is lost or doubled`, () =>
      assertSurvives(cluster, people, fault));
  }

  test('the primary’s machine is lost with the instance that runs an import: its written rows are whole, and the same file finishes it', async () => {
    await cluster.whole();
    const lost = await cluster.someLeader();
    const { other } = await cluster.standbys();
    const at = ({ instance }: Machine) => openRegistry({}, serviceAt(instance));
    const file = large(fileOf(ROWS));
    const written = async () =>
      Number(await cluster.sql(`SELECT count(*) FROM obras WHERE clave_unica LIKE 'F-%'`));
    await cluster.sql(STOP_IMPORT);
    const begun = await sendFile(await at(lost), file);
    assert.equal(begun.status, 202, JSON.stringify(begun.body));
    await until('some are written', async () => (await written()) > 0);
    await lost.signal('root', 'KILL');

    await cluster.someLeader(lost);
    await until('it writes', () => succeeds(cluster.sql('DROP FUNCTION stop_there() CASCADE')));
    const registry = await at(other);
    const { estado, filasEscritas, informe } = await jobEnd(registry, begun);
    const there = await written();
    assert.ok(there > 0 && there < ROWS, String(there));
    assert.deepEqual([estado, filasEscritas, informe], ['interrumpida', there, null]);
    // The new primary may still wait for its standby: a batch then ends the import, and the file is sent again.
    let answer = await importFile(registry, file);
    await until(
      () => `the file is imported: ${answer.body.message}`,
      async () => {
        if (answer.status !== 200) answer = await importFile(registry, file);
        return answer.status === 200;
      },
    );
    const { creadas, sinCambio, rechazadas } = answer.body;
    assert.deepEqual([creadas + sinCambio, rechazadas, await written()], [ROWS, 0, ROWS]);
    assert.ok(sinCambio >= there, String(sinCambio));

    for (const name of ['etcd', 'patroni', 'haproxy', 'registro'])
      await lost.run(`sudo systemctl start ${name}`);
    await cluster.whole();
    await people.assertAllThere();
  });
});
