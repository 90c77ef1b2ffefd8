// The module that `import ts from 'typescript'` gives the generator of generate.ts.
export { ts as default } from '@ts-morph/common';
