import { type AgreementSummary, isOutstanding } from '@quayside/contract/agreements.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { useSite } from '../../lib/site.ts';
import { Card } from '../../ui/card.tsx';
import { CountBadge } from '../../ui/count-badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Row, RowList } from '../../ui/row-list.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import styles from './agreements.module.css';
import { useFirstAgreements, useUnsignedCount } from './use-agreements.ts';

interface Props {
  /** Sign or View, at the row's end. */
  action?: (agreement: AgreementSummary) => ReactNode;
}

const shown = 5;

/** At most five agreements: the unsigned ones first, then the newest (decision C2.33). */
export function AgreementsWidget({ action }: Props) {
  const { t } = useTranslation();
  const unsigned = useUnsignedCount();
  const query = useFirstAgreements(shown);
  return (
    <Card
      title={t('agreements.title')}
      aside={<CountBadge count={unsigned} words={t('agreements.unsignedCount', { count: unsigned })} />}
    >
      <Loaded query={query} failed={t('agreements.notLoaded')} skeleton={[72, 72, 72, 72]}>
        {({ agreements, totalItems }) =>
          agreements.length === 0 ? (
            <EmptyState small>{t('agreements.none')}</EmptyState>
          ) : (
            <div className={styles.widget}>
              <RowList>
                {agreements.map((agreement) => (
                  <AgreementRow key={agreement.guid} agreement={agreement} action={action} />
                ))}
              </RowList>
              {totalItems > agreements.length && (
                <p className={styles.more}>
                  {t('agreements.shownOf', { shown: agreements.length, total: totalItems })}
                </p>
              )}
            </div>
          )
        }
      </Loaded>
    </Card>
  );
}

function AgreementRow({ agreement, action }: { agreement: AgreementSummary; action: Props['action'] }) {
  const end = (
    <>
      <AgreementStatus agreement={agreement} />
      {action?.(agreement)}
    </>
  );
  return <Row title={agreement.type} details={[usePeriod(agreement), useSignedOn(agreement)]} end={end} />;
}

function AgreementStatus({ agreement }: { agreement: AgreementSummary }) {
  const { t } = useTranslation();
  if (isOutstanding(agreement)) return <StatusBadge tone="waiting">{t('agreements.toSign')}</StatusBadge>;
  if (agreement.isSigned) return <StatusBadge tone="settled">{t('agreements.signed')}</StatusBadge>;
  return <StatusBadge tone="settled">{t('agreements.noSignature')}</StatusBadge>;
}

/** From when to when it holds, as far as it says. */
function usePeriod({ startDate, endDate }: AgreementSummary): string {
  const { t } = useTranslation();
  const { date } = useFormat();
  const start = date(startDate ?? '', 'dd MMM yy');
  const end = date(endDate ?? '', 'dd MMM yy');
  if (start && end) return t('agreements.period', { start, end });
  if (start) return t('agreements.from', { start });
  return end && t('agreements.until', { end });
}

function useSignedOn({ captureTime }: AgreementSummary): string {
  const { t } = useTranslation();
  const { date } = useFormat();
  const site = useSite();
  return captureTime === null ? '' : t('agreements.signedOn', { date: date(captureTime, 'dd MMM yy', site?.timeZone) });
}
