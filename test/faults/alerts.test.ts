import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { columnOf } from '../columns.ts';
import { ROOT, readRoot } from '../deploy-settings.ts';
import { debianProgram } from './debian.ts';
import { ownPostgres } from './postgres.ts';
import { newRegistry } from './registry.ts';

const deploy = `${ROOT}deploy/`;
const read = (file: string) => readRoot(`deploy/${file}`);

interface Rules {
  groups: { rules: { alert: string; expr: string }[] }[];
}
interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
  templating: { list: { query: string | { query: string } }[] };
}
const rules = (parse(read('alerts.yml')) as Rules).groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(read('grafana.json')) as Dashboard;

/** The series of Prometheus itself and its exporter of the machine. */
const FOREIGN = /^(up|node_\w+)$/;

describe('the alerts of deploy/alerts.yml', () => {
  test('are rules that Prometheus takes, and say what they should of made-up figures', () => {
    const promtool = debianProgram('promtool', 'prometheus');
    for (const args of [
      ['check', 'rules', 'alerts.yml'],
      ['test', 'rules', 'alerts.test.yml'],
    ]) {
      const options = { cwd: deploy, encoding: 'utf8' } as const;
      const { status, stdout, stderr } = spawnSync(promtool, args, options);
      assert.equal(status, 0, stdout + stderr);
    }
  });

  test('are each shown to fire or to stay silent by alerts.test.yml', () => {
    const tried = [...read('alerts.test.yml').matchAll(/alertname: (\w+)/g)].map(
      ([, name]) => name,
    );
    for (const name of columnOf(rules, 'alert')) assert.ok(tried.includes(name), name);
  });

  test('name, like the dashboard, only figures that GET /metrics has', async () => {
    const server = await ownPostgres();
    const environment = await server.environment();
    const { DATABASE_URL: DATABASE_READ_URL = '' } = environment;
    // Lists are counted by server where a standby is named.
    const registry = await newRegistry({ ...environment, DATABASE_READ_URL });
    await registry.obras();
    const text = await registry.metrics();
    const figures = new Map<string, string>();
    for (const [, name = '', labels = ''] of text.matchAll(/^([a-z_0-9]+)(\{.*\})? \S+$/gm)) {
      figures.set(name, (figures.get(name) ?? '') + labels);
    }
    const expressions = [
      ...rules.map(({ alert, expr }) => [alert, expr]),
      ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr])),
      ...dashboard.templating.list.map(({ query }) => [
        'instance',
        typeof query === 'string' ? '' : query.query,
      ]),
    ] as [string, string][];
    const named = new Set<string>();
    for (const [where, expression] of expressions) {
      for (const [, name = '', labels = ''] of expression.matchAll(/([a-z_0-9]+)\{([^}]*)\}/g)) {
        if (FOREIGN.test(name)) continue;
        named.add(name);
        assert.ok(figures.has(name), `${where}: ${name}`);
        for (const [, label] of labels.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)) {
          // Prometheus adds these two itself.
          if (label === 'job' || label === 'instance') continue;
          assert.ok(figures.get(name)?.includes(`${label}="`), `${where}: ${name}{${label}}`);
        }
      }
      for (const [, label = ''] of expression.matchAll(/by \(([^)]*)\)/g)) {
        for (const one of label.split(', ')) {
          assert.ok(one === 'instance' || text.includes(`${one}="`), `${where}: by (${one})`);
        }
      }
    }
    assert.ok(named.size >= 12, [...named].join());
    assert.equal(await registry.service.stop(), 0);
  });
});
