import { addressLines } from '@quayside/contract/account/address-lines.ts';
import type { Tenant } from '../../http/context.ts';
import type { Sender } from './letter.types.ts';
import { marinaSender } from './marina-sender.letter.ts';

/** A site as mails name it. */
export interface MailSite {
  site_name: string;
  site_address: string;
  site_telephone: string;
  site_email: string;
}

/**
 * Returns the marina and one of its sites as the sender. The marina's details fill those that the site lacks.
 * @param reason why the reader gets it
 */
export function siteSender(tenant: Tenant, language: string, site: MailSite, reason: string): Sender {
  const marina = marinaSender(tenant, language, reason);
  return {
    ...marina,
    office: {
      ...marina.office,
      name: site.site_name,
      address: addressLines(site.site_address),
      telephone: site.site_telephone || marina.office.telephone,
      email: site.site_email || marina.office.email,
    },
  };
}
