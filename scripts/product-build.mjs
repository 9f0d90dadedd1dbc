import { buildPortal } from './portal-build.mjs';
import { buildServer } from './server-build.mjs';

/** Builds what has changed since the last build: the portal and the server. */
export async function buildProduct() {
  await buildPortal();
  await buildServer();
}
