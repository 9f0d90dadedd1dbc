import { listSiteRows } from '../../features/tenant/tenant.exports.ts';
import type { Tenant } from '../../http/context.ts';
import { formatSiteTime } from '../../lib/texts/formats.ts';
import type { OperatorContext } from './command.ts';

/** Returns the time zone in which a command tells the office a time that belongs to no site: the first site's. */
export async function officeTimeZone({ database }: OperatorContext, { id }: Tenant): Promise<string> {
  const [first] = await listSiteRows(database.forTenant(id), id);
  return first?.timeZone ?? 'UTC';
}

/** Writes a time that stands alone, with its zone: `2026-05-16 09:30:00 (Europe/London)`. */
export const zonedTime = (instant: Date, timeZone: string): string =>
  `${formatSiteTime(instant, timeZone)} (${timeZone})`;
