import type { Tenant } from '../../http/context.ts';
import { tenantText } from '../../texts.ts';
import { brandOf } from '../tenant/brand.ts';
import { readLogo } from '../tenant/logo.ts';
import type { Sender } from './letter.ts';

/** A site as mails name it. */
export interface MailSite {
  site_name: string;
  site_address: string;
  site_telephone: string;
  site_email: string;
}

/**
 * The marina and one of its sites as who writes; what the site doesn't say, the marina does.
 * @param reason why the reader gets it
 */
export function siteSender(tenant: Tenant, language: string, site: MailSite, reason: string): Sender {
  const { name, settings } = tenant;
  return {
    name,
    brand: brandOf(settings),
    logo: readLogo(settings),
    language,
    office: {
      heading: tenantText(tenant, language, 'mail.office'),
      name: site.site_name,
      address: site.site_address,
      telephone: site.site_telephone || settings.contact.telephone,
      email: site.site_email || settings.contact.email,
    },
    reason,
  };
}
