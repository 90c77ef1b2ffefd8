// Builds the portal into dist/portal: hashed files under assets/, each also as .br and .gz, made once and served as they are.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import locales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const outDir = fileURLToPath(new URL('../dist/portal', import.meta.url));

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/portal/',
  plugins: [
    react(),
    // React Aria brings its own words in thirty languages; the portal speaks one.
    { ...locales.vite({ locales: ['es-ES'] }), enforce: 'pre' },
    compressOnce(),
  ],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    // Nothing is inlined: the content security policy allows files alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
  },
  logLevel: 'warn',
});

/** Writes each text file a second and a third time, compressed as well as possible. */
function compressOnce() {
  return {
    name: 'compress-once',
    closeBundle() {
      for (const name of readdirSync(outDir, { recursive: true })) {
        if (!/\.(html|js|css|svg|geojson)$/.test(name)) continue;
        const path = join(outDir, name);
        const text = readFileSync(path);
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
        writeFileSync(`${path}.br`, brotliCompressSync(text, { params }));
        writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
      }
    },
  };
}
