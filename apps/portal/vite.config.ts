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
  },
});
