import type { AgreementSummary } from '@quayside/contract/agreements/agreements.ts';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../lib/formats/use-format.ts';
import { useSite } from '../../lib/account/account.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loading/loaded.tsx';
import { EmptyState } from '../../ui/message/empty-state.tsx';
import { Row, RowList } from '../../ui/table/row-list.tsx';
import { AgreementAction } from './agreement-links.tsx';
import { AgreementStatus, UnsignedBadge } from './agreement-badges.tsx';
import styles from './agreements.module.css';
import { usePeriod } from './use-agreement-words.ts';
import { useFirstAgreements } from './use-agreements.ts';

const shown = 5;

/** At most five agreements: the unsigned ones first, then the newest (decision C2.33). */
export function AgreementsWidget() {
  const { t } = useTranslation();
  const query = useFirstAgreements(shown);
  return (
    <Card title={t('agreements.title')} aside={<UnsignedBadge />}>
      <Loaded query={query} failed={t('agreements.notLoaded')} skeleton={[72, 72, 72, 72]}>
        {({ agreements, totalItems }) =>
          agreements.length === 0 ? (
            <EmptyState small>{t('agreements.none')}</EmptyState>
          ) : (
            <div className={styles.widget}>
              <RowList>
                {agreements.map((agreement) => (
                  <AgreementRow key={agreement.guid} agreement={agreement} />
                ))}
              </RowList>
              {totalItems > agreements.length && (
                <p className={styles.more}>
                  {t('agreements.shownOf', { shown: agreements.length, total: totalItems })}
                  <Link to="/secure/agreements">{t('agreements.seeAll')}</Link>
                </p>
              )}
            </div>
          )
        }
      </Loaded>
    </Card>
  );
}

function AgreementRow({ agreement }: { agreement: AgreementSummary }) {
  const end = (
    <>
      <AgreementStatus agreement={agreement} />
      <AgreementAction agreement={agreement} from="dashboard" />
    </>
  );
  const details = [usePeriod(agreement, 'dd MMM yy'), useSignedOn(agreement)];
  return <Row title={agreement.type} details={details} end={end} />;
}

function useSignedOn({ captureTime }: AgreementSummary): string {
  const { t } = useTranslation();
  const { date } = useFormat();
  const site = useSite();
  return captureTime === null ? '' : t('agreements.signedOn', { date: date(captureTime, 'dd MMM yy', site?.timeZone) });
}
