/**
 * The files of this folder that `.ci/run` runs, those that take longest first. CONTRIBUTING.md says why the others are left to
 * `npm run test:all`.
 */
export const IN_CI: readonly string[] = [
  'leavers',
  'import-killed',
  'corte-killed',
  'kill',
  'full-disk',
  'primary-away',
  'roles',
];
