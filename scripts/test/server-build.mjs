/** Vitest's set-up of the server's tests: builds the server that they start. */
export { buildTestServer as setup } from '../build/server.mjs';
