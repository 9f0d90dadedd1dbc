import type { AgreementSort } from '@quayside/contract/agreements/agreements.ts';
import { type SearchAndSort, readSearchText } from '../../lib/lists/search-and-sort.ts';

export const agreementSorts = ['newest', 'oldest', 'name'] as const satisfies readonly AgreementSort[];

/** The search and the order of the agreements, as stored in the address. Default: those to sign first. */
export type AgreementSearch = SearchAndSort<AgreementSort>;

/** Reads the search of an address. Unknown values are left out. */
export function readAgreementSearch({ search, sort }: Record<string, unknown>): AgreementSearch {
  return { search: readSearchText(search), sort: agreementSorts.find((each) => each === sort) };
}
