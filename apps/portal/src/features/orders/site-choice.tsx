import { listSites } from '@quayside/contract/tenant.ts';
import { useQuery } from '@tanstack/react-query';
import type { ActionDispatch } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../lib/call-query.ts';
import { RadioCards } from '../../ui/form/radio-cards.tsx';
import { type Selection, type SelectionEvent, sitesOf } from './selection.ts';

interface Props {
  selection: Selection;
  dispatch: ActionDispatch<[SelectionEvent]>;
}

/** The choice of a site, if orders of several sites are unpaid. Each site has its own providers. */
export function SiteChoice({ selection: { orders, siteId }, dispatch }: Props) {
  const { t } = useTranslation();
  const sites = useQuery({ ...callQuery(listSites, {}), staleTime: Number.POSITIVE_INFINITY }).data?.sites;
  const owedAt = sitesOf(orders);
  if (owedAt.length < 2) return null;
  const options = owedAt.map((id) => ({
    value: id,
    label: sites?.find((site) => site.id === id)?.name ?? String(id),
    aside: <small>{t('orders.atSite', { count: orders.filter((order) => order.siteId === id).length })}</small>,
  }));
  const choose = (chosen: number) => dispatch({ type: 'siteChosen', siteId: chosen });
  return <RadioCards legend={t('orders.payOneSite')} options={options} chosen={siteId} onChoose={choose} />;
}
