import type { Wire } from '../sandbox.ts';
import { appOperations } from './app-faults.ts';
import { createPartnerApps } from './partner-apps.ts';

/** A partner of marinas, with apps for their portals. */
export const partnerApp: Wire = {
  services: { partnerApps: { title: 'partner apps', create: createPartnerApps } },
  faults: appOperations,
};
