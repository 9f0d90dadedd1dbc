import type { Tenant } from '../../http/context.ts';
import { tenantText } from '../../lib/texts/texts.ts';
import { brandOf, readLogo, readLogoPicture } from '../tenant/tenant.exports.ts';
import type { Sender } from './letter.types.ts';

/** Returns the marina itself as the sender, for a letter that is about no site. @param reason why the reader gets it */
export function marinaSender(tenant: Tenant, language: string, reason: string): Sender {
  const { name, settings } = tenant;
  const { email, telephone } = settings.contact;
  return {
    name,
    brand: brandOf(settings),
    logo: readLogo(settings),
    logoPicture: readLogoPicture(settings),
    font: settings.font?.family ?? null,
    language,
    office: { heading: tenantText(tenant, language, 'mail.office'), name, address: [], telephone, email },
    reason,
  };
}
