import type { Tenant } from '../../http/context.ts';
import { serverText } from '../../texts.ts';
import { brandOf } from '../tenant/brand.ts';
import { readLogo } from '../tenant/logo.ts';
import type { Sender } from './letter.ts';

/** The marina itself, where a letter is about no site of it. @param reason why the reader gets it */
export function marinaSender({ name, settings }: Tenant, language: string, reason: string): Sender {
  const { email, telephone } = settings.contact;
  return {
    name,
    brand: brandOf(settings),
    logo: readLogo(settings),
    language,
    office: { heading: serverText(language, 'mail.office'), name, address: '', telephone, email },
    reason,
  };
}
