import { type AgreementSummary, isOutstanding } from '@quayside/contract/agreements/agreements.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './agreement-badges.module.css';
import { useUnsignedCount } from './use-agreements.ts';

/** The status: signed, to be signed, or no signature needed. */
export function AgreementStatus({ agreement }: { agreement: AgreementSummary }) {
  const { t } = useTranslation();
  if (isOutstanding(agreement)) return <StatusBadge tone="waiting">{t('agreements.toSign')}</StatusBadge>;
  if (agreement.isSigned) return <StatusBadge tone="settled">{t('agreements.signed')}</StatusBadge>;
  return <StatusBadge tone="settled">{t('agreements.noSignature')}</StatusBadge>;
}

/** The number of agreements that wait for a signature. */
export function UnsignedBadge() {
  const { t } = useTranslation();
  const count = useUnsignedCount();
  return <CountBadge count={count} words={t('agreements.unsignedCount', { count })} />;
}

/** A red number of waiting items: hidden at 0, `99+` above 99, and in words for screen readers (decision C2.19). */
function CountBadge({ count, words }: { count: number; words: string }) {
  if (count === 0) return null;
  return (
    <span className={styles.badge}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
}
