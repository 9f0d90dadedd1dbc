import type { ConsentGroup } from '@quayside/contract/account/consent.ts';
import type { ConsentRow } from './consent.queries.ts';

/** Presents a consent. @param fallback the tenant's own language, for a group without a text in the reader's */
export function presentConsent(
  { id, descriptions, granted }: ConsentRow,
  language: string,
  fallback: string,
): ConsentGroup {
  const description = descriptions[language] ?? descriptions[fallback] ?? Object.values(descriptions)[0] ?? '';
  return { consentGroupId: id, externalDescription: description, isGranted: granted === true };
}
