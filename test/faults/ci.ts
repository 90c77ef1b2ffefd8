/** The files of this folder that `.ci/run` runs. CONTRIBUTING.md says why the others are left to `npm run test:all`. */
export const IN_CI: readonly string[] = [
  'kill',
  'full-disk',
  'primary-away',
  'leavers',
  'import-killed',
  'roles',
];
