// Builds the portal into dist/portal: hashed files under assets/, each also as .br and .gz, made once and served as they are.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import locales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { topology } from 'topojson-server';
import { defineConfig } from 'vite';

const outDir = fileURLToPath(new URL('../dist/portal', import.meta.url));
const sources = fileURLToPath(new URL('../sources/', import.meta.url));
const project = fileURLToPath(new URL('..', import.meta.url));

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/portal/',
  plugins: [
    react(),
    // React Aria brings its own words in thirty languages; the portal speaks one.
    { ...locales.vite({ locales: ['es-ES'] }), enforce: 'pre' },
    shareLimits(),
    announceParts(),
    compressOnce(),
    noteShared(),
  ],
  // What wouter asks of it for older React is part of React.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  css: {
    modules: {
      localsConvention: 'camelCaseOnly',
      // A class has its file's name before its own: tests and people read it in the page.
      generateScopedName: (name, path) => {
        const [file] = basename(path).split('.');
        return name === file ? name : `${file}_${name}`;
      },
    },
  },
  build: {
    outDir,
    emptyOutDir: true,
    // One sheet: which rules there are, and in which order, does not depend on the pages that were visited.
    cssCodeSplit: false,
    // The licences of the libraries go with what is made of them, as they ask.
    license: { fileName: 'licencias.txt' },
    target: 'es2022',
    // Nothing is inlined: the content security policy allows files alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // Modules of the service do nothing by being loaded: of a door, only what is used comes in.
      treeshake: { moduleSideEffects: [{ test: /\/src\/hojas\//, sideEffects: false }] },
      output: {
        // All that every page needs is one file: each more costs its head, which is as much as a small part.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: aheadOf, debugName: 'antes', priority: 1 },
            { name: 'inicio', tags: ['$initial'], includeDependenciesRecursively: true },
            { name: pageOf, debugName: 'paginas' },
          ],
        },
        // The entry names all others, and no compression makes a hash shorter.
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
  },
  logLevel: 'warn',
});

/** The module that asks for what a first page begins with, before the entry is there. */
const AHEAD = join(project, 'portal/core/adelantar.ts');
let ahead;

/** The part of that module and of those that it loads. */
function aheadOf(id, modules) {
  if (!ahead) {
    ahead = new Set([AHEAD]);
    for (const each of ahead) {
      for (const other of modules.getModuleInfo(each)?.importedIds ?? []) ahead.add(other);
    }
  }
  return ahead.has(id) ? 'antes' : undefined;
}

/** The pages that people come to first, by the name of the shell that each is served with, and the module of each. */
const FIRST = {
  entrada: 'core/cuenta/entrar.tsx',
  portada: 'core/inicio/inicio.tsx',
  lista: 'core/obras/lista/explorar.tsx',
  ficha: 'core/obras/ficha/ficha.tsx',
};

/** Small modules that are one part, by its name, where no first page needs them. */
const TOGETHER = [
  ['cambios', /\/features\/cambios\/(cambios|como-estaba)\.tsx$/],
  ['partes', /\/core\/(cuenta\/(partes\.ts|no-administra\.tsx)|sin-etiquetas\.tsx)$/],
  ['partes', /\/features\/seguimiento\/sin-captura\.tsx$/],
  [
    'historia',
    /\/portal\/core\/(bitacora\/recursos|obras\/historial\/(palabras|todas|renglones))\.ts$/,
  ],
  ['historia', /\/core\/obras\/historial\/(cambios|movimientos)\.tsx$/],
  ['records', /\/core\/(records|piezas\/(campo-fecha|fechas|fallas|formulario))\b|\/FileTrigger\./],
  [
    'archivos',
    /\/portal\/features\/archivos\/(palabras|campos|muestra|enviar|archivos\.module)\.(ts|css)$/,
  ],
  ['archivos', /\/src\/features\/archivos\/(opciones|entero|fotos\/dia-en-palabras)\.ts$/],
  [
    'cola',
    /\/features\/archivos\/(cola|estados|encoger|legible|lienzo-fiel|pendientes|por-enviar|fotos\/dia)\.tsx?$|\/node_modules\/idb\//,
  ],
];

/** By module, the first pages that need it before they run. */
let firstPages;

/** The part of a module that first pages need: that of its page, or one that they share. The page to sign in loads no code of lists. */
function pageOf(id, modules) {
  if (!firstPages) {
    firstPages = new Map();
    for (const [page, module] of Object.entries(FIRST)) {
      const own = join(project, 'portal', module);
      const needed = new Set([own]);
      // The loop also visits what is added meanwhile. A page's own module gets its part without this.
      for (const each of needed) {
        if (each !== own) firstPages.set(each, [...(firstPages.get(each) ?? []), page]);
        // A library's index imports all of the library, used or not.
        for (const other of modules.getModuleInfo(each)?.importedIds ?? []) {
          if (!other.includes('/node_modules/')) needed.add(other);
        }
      }
    }
  }
  if (/\/core\/(azar|geometria\/estado|piezas\/porciento)\.ts$/.test(id)) return 'campos';
  const together = TOGETHER.find(([, modules]) => modules.test(id));
  if (together && !firstPages.has(id)) return together[0];
  // Places are the map's too, which fetches no page for them.
  const pages = id.includes('/core/geometria/') ? [] : (firstPages.get(id) ?? []);
  if (pages.length < 2) return pages[0];
  return pages.includes('entrada') ? 'campos' : 'paginas';
}

/** Writes the shells of the first pages: each names its parts, which the browser then fetches beside the entry. */
function announceParts() {
  return {
    name: 'announce-parts',
    buildStart() {
      firstPages = undefined;
      ahead = undefined;
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const shell = bundle['index.html'].source;
        const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
        const entry = chunks.find(({ isEntry }) => isEntry);
        const early = chunks.find(({ moduleIds }) => moduleIds.includes(AHEAD)).fileName;
        for (const [page, module] of Object.entries(FIRST)) {
          const path = join(project, 'portal', module);
          const needed = new Set([
            chunks.find(({ moduleIds }) => moduleIds.includes(path)).fileName,
          ]);
          for (const each of needed) for (const other of bundle[each].imports) needed.add(other);
          needed.delete(entry.fileName);
          const links = [...needed]
            .filter((name) => !shell.includes(name))
            .map((name) => `<link rel="modulepreload" crossorigin href="/portal/${name}">`);
          const script = `<script type="module" async crossorigin src="/portal/${early}"></script>`;
          const source = shell
            .replace(new RegExp(`\\s*<link[^>]*${early}">`), '')
            .replace('<script', `${script}<script`)
            .replace('</head>', `${links.join('')}</head>`);
          this.emitFile({ type: 'asset', fileName: `${page}.html`, source });
        }
      },
    },
  };
}

/** Steps of the grid that the limits are put on, across the state: one is some 20 m, and they were simplified by up to 550. */
const GRID = 1.5e4;

/**
 * Makes `dist/limites.json` of the municipios' limits: TopoJSON, in which a border between two of them stands once. A browser
 * gets a third of the bytes.
 */
function shareLimits() {
  return {
    name: 'share-limits',
    buildStart() {
      const limites = JSON.parse(
        readFileSync(join(sources, 'limites-municipales.geojson'), 'utf8'),
      );
      mkdirSync(join(outDir, '..'), { recursive: true });
      writeFileSync(
        join(outDir, '..', 'limites.json'),
        JSON.stringify(topology({ limites }, GRID)),
      );
    },
  };
}

/** Writes into `dist/.portal-shared` which of the service's modules are part of the portal: it is built again when they change. */
function noteShared() {
  return {
    name: 'note-shared',
    generateBundle() {
      const shared = [...this.getModuleIds()]
        .map((id) => relative(project, id))
        .filter((path) => path.startsWith('src'));
      writeFileSync(join(outDir, '..', '.portal-shared'), shared.join('\n'));
    },
  };
}

/** How distances may be written: which way is the shortest differs from file to file. */
const WAYS = [
  {},
  { [constants.BROTLI_PARAM_NPOSTFIX]: 3 },
  { [constants.BROTLI_PARAM_NPOSTFIX]: 1, [constants.BROTLI_PARAM_NDIRECT]: 24 },
  { [constants.BROTLI_PARAM_NPOSTFIX]: 2, [constants.BROTLI_PARAM_NDIRECT]: 32 },
  { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT },
];

/** Writes each text file a second and a third time, compressed as well as possible. */
function compressOnce() {
  return {
    name: 'compress-once',
    closeBundle() {
      for (const name of readdirSync(outDir, { recursive: true })) {
        if (!/\.(html|js|css|svg|json)$/.test(name)) continue;
        const path = join(outDir, name);
        const text = readFileSync(path);
        const size = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
        const tries = WAYS.map((params) =>
          brotliCompressSync(text, { params: { ...size, ...params } }),
        );
        const [least] = tries.sort((one, other) => one.length - other.length);
        writeFileSync(`${path}.br`, least);
        writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
      }
    },
  };
}
