import { type AgreementSummary, isOutstanding } from '@quayside/contract/agreements.ts';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../ui/status-badge.tsx';

/** The status: signed, to be signed, or no signature needed. */
export function AgreementStatus({ agreement }: { agreement: AgreementSummary }) {
  const { t } = useTranslation();
  if (isOutstanding(agreement)) return <StatusBadge tone="waiting">{t('agreements.toSign')}</StatusBadge>;
  if (agreement.isSigned) return <StatusBadge tone="settled">{t('agreements.signed')}</StatusBadge>;
  return <StatusBadge tone="settled">{t('agreements.noSignature')}</StatusBadge>;
}
