import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { lightContract } from './build/light-contract.ts';

const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

export default defineConfig({
  plugins: [react(), lightContract()],
  server: {
    port: Number(process.env.PORTAL_PORT ?? '5173'),
    // The tenant is found by host, so the server has to see the browser's.
    proxy: { '/harbour': { target: server, changeOrigin: false }, '/brand': { target: server, changeOrigin: false } },
  },
  build: {
    target: 'baseline-widely-available',
    // The server reads it to preload a route's chunks.
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What screens share is one file. Left to itself the build makes a file of each shared part, and a first
          // page asks for forty of them: a second and a half on a phone, whatever their size. But for what only signing needs.
          groups: [
            {
              name: 'core',
              test: /node_modules\/(?!signature_pad\/)|preload-helper|packages\/contract|portal\/src\/(lib|ui)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
});
