import type { SiteResource } from '@quayside/contract/integration/sites.ts';
import type { z } from 'zod';
import type { SiteRow } from './sites.queries.ts';

/** Presents a harbour as programs see it. */
export const presentSiteResource = ({
  id,
  name,
  address,
  telephone,
  email,
  time_zone,
  updated_at,
}: SiteRow): z.input<typeof SiteResource> => ({
  number: id,
  name,
  address,
  telephone,
  email,
  timeZone: time_zone,
  updatedAt: updated_at.toISOString(),
});
