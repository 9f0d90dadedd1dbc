import react from '@vitejs/plugin-react';
import { defineConfig, type InlineConfig } from 'vite';
import { groupChunks } from './build/chunk-groups.ts';
import { lightContract } from './build/light-contract.ts';
import { lightRoutes } from './build/light-routes.ts';
import { oldestBrowsers } from './build/oldest-browsers.ts';
import { textKeys } from './build/text-keys.ts';

const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

export default defineConfig(async ({ command, isSsrBuild = false }) => {
  if (command !== 'build' || isSsrBuild) return configOf(isSsrBuild);
  // A first build finds out which files the second one makes.
  const groups = await groupChunks(configOf(false), import.meta.dirname);
  return configOf(false, { includeDependenciesRecursively: false, groups });
});

function configOf(isSsrBuild: boolean, codeSplitting: object | true = true): InlineConfig {
  return {
    plugins: [react(), lightContract(), lightRoutes(), textKeys()],
    server: {
      port: Number(process.env.PORTAL_PORT ?? '5173'),
      // The tenant is found by host, so the server must see the browser's host.
      proxy: { '/harbour': { target: server, changeOrigin: false }, '/brand': { target: server, changeOrigin: false } },
    },
    // React has what this package brings to older versions of React.
    resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
    // The server's program brings its packages along, so that they are compiled once and for production.
    ssr: { noExternal: true },
    ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
    build: {
      target: isSsrBuild ? 'node20' : Object.entries(oldestBrowsers).map(([name, version]) => name + version),
      // The server reads it to preload a route's chunks.
      manifest: !isSsrBuild,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: isSsrBuild
          ? // Each thread that draws keeps the text of its program, in two bytes for a character beyond Latin-1.
            { charset: 'ascii', minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } } }
          : {
              codeSplitting,
              // Every page loads the list of all these names, and a hash can't be compressed. Seven characters of 64
              // are enough to tell one content from another.
              chunkFileNames: 'assets/[name]-[hash:7].js',
              assetFileNames: 'assets/[name]-[hash:7][extname]',
            },
      },
    },
  };
}
