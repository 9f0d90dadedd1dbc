import { listCountries } from '@quayside/contract/tenant/tenant.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callQuery } from './call-query.ts';
import { useTranslation } from '../texts/texts.ts';

/**
 * Queries the countries, sorted by name in the reader's language. The screen must show the failure. After a change of
 * language the earlier names stay until the new ones are here: a checkout without countries would lose what was typed.
 */
export function useCountries() {
  const { i18n } = useTranslation();
  const query = callQuery(listCountries, {});
  return useQuery({
    ...query,
    queryKey: [...query.queryKey, i18n.language],
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    meta: { showsFailure: true },
  });
}
