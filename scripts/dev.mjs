// `npm run dev`: builds on every change and restarts the service, on a database of its own in ./data.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const tsc = spawn(
  process.execPath,
  [join('node_modules', 'typescript', 'bin', 'tsc'), '--watch', '--preserveWatchOutput'],
  { stdio: 'inherit' },
);
const service = spawn(
  process.execPath,
  [
    '--watch',
    '--watch-preserve-output',
    join('dist', 'src', 'server.js'),
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit' },
);
for (const child of [tsc, service]) child.on('exit', () => stop());
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop());

function stop() {
  tsc.kill();
  service.kill();
  process.exitCode = 0;
}
