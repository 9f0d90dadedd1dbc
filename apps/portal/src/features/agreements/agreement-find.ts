import type { AgreementSort } from '@quayside/contract/agreements.ts';
import { type Find, readWords } from '../../lib/lists/search-and-sort.ts';

export const agreementSorts = ['newest', 'oldest', 'name'] as const satisfies readonly AgreementSort[];

/** The search and the order of the agreements, as stored in the address. Default: those to sign first. */
export type AgreementFind = Find<AgreementSort>;

export function readAgreementFind({ search, sort }: Record<string, unknown>): AgreementFind {
  return { search: readWords(search), sort: agreementSorts.find((each) => each === sort) };
}
