import { buildPortal } from './portal.mjs';
import { buildServer } from './server.mjs';

/** Builds what has changed since the last build: the portal and the server. */
export async function buildProduct() {
  await buildPortal();
  await buildServer();
}
