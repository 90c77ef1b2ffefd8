// Process: writes the types that openapi-typescript makes of the OpenAPI document on the standard input to the standard
// output. The generator prints them with the compiler's own API, which TypeScript 7 has no more: it gets an older one's.
import { register } from 'node:module';
import { text } from 'node:stream/consumers';

const compiler = new URL('./compiler.js', import.meta.url).href;
const hook = `export const resolve = (name, context, next) =>
  name === 'typescript' ? { url: '${compiler}', shortCircuit: true } : next(name, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);

const { default: openapiTypes, astToString } = await import('openapi-typescript');
process.stdout.write(astToString(await openapiTypes(JSON.parse(await text(process.stdin)))));
