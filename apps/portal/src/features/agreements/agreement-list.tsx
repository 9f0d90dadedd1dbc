import { type AgreementSummary, listAccountAgreements } from '@quayside/contract/agreements/agreements.ts';
import type { ReactNode } from 'react';
import { callQuery } from '../../lib/queries/call-query.ts';
import { useFormat } from '../../lib/formats/use-format.ts';
import { useSession } from '../../lib/session/session.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { PagedList } from '../../ui/paged-list/paged-list.tsx';
import { EmptyList } from '../../ui/table/empty-list.tsx';
import { aboveRow } from '../../ui/table/row-actions.tsx';
import type { AgreementSearch } from './agreement-search.ts';
import { AgreementAction, AgreementLink } from './agreement-links.tsx';
import { AgreementStatus } from './agreement-badges.tsx';
import styles from './agreements.module.css';
import { AgreementPdfButton } from './agreement-pdf-button.tsx';
import { OrderLinks } from './order-links.tsx';
import { usePeriod, useSigningTime } from './use-agreement-words.ts';

/** The agreements of the account that match a search, unsigned ones first unless sorted. */
export function AgreementList({ find }: { find: AgreementSearch }) {
  const { t } = useTranslation();
  const { accountGuid } = useSession();
  const { date } = useFormat();
  const signingTime = useSigningTime();
  const day = (value: string | null) => <span className={styles.day}>{date(value ?? '', 'dd MMM yy')}</span>;
  return (
    <PagedList
      label={t('agreements.title')}
      failureTitle={t('agreements.notLoaded')}
      query={(part) => ({
        ...callQuery(listAccountAgreements, { params: { accountGuid }, query: { ...part, ...find } }),
        meta: { showsFailure: true },
      })}
      rowsOf={({ agreements }) => agreements}
      keyOf={({ guid }) => guid}
      columns={[
        {
          title: t('agreements.type'),
          cell: (agreement) => <AgreementLink agreement={agreement} from="agreements" opensRow />,
        },
        { title: t('agreements.startDate'), cell: ({ startDate }) => day(startDate) },
        { title: t('agreements.endDate'), cell: ({ endDate }) => day(endDate) },
        {
          title: t('agreements.isSigned'),
          cell: (agreement) => (
            <>
              <AgreementStatus agreement={agreement} />
              <p className={styles.signedOn}>{signingTime(agreement.captureTime)}</p>
            </>
          ),
        },
        { title: t('agreements.captureTime'), cell: ({ captureTime }) => signingTime(captureTime), isExtra: true },
        { title: t('agreements.orders'), cell: ({ associations }) => <OrderLinks orders={associations} /> },
        {
          title: t('agreements.actions'),
          cell: (agreement) => <Actions agreement={agreement} />,
          align: 'end',
          isActions: true,
        },
      ]}
      card={(agreement) => <AgreementCard agreement={agreement} actions={<Actions agreement={agreement} />} />}
      empty={
        <EmptyList
          search={find.search}
          isNarrowed={false}
          all={<LinkButton to="/secure/agreements">{t('lists.showAll')}</LinkButton>}
          next={t('agreements.next')}
        >
          {t('agreements.none')}
        </EmptyList>
      }
    />
  );
}

/** The actions of a row: view and download for a signed one, sign for all others. */
function Actions({ agreement }: { agreement: AgreementSummary }) {
  const { t } = useTranslation();
  return (
    <div className={`${styles.actions} ${aboveRow}`}>
      <AgreementAction agreement={agreement} from="agreements" />
      {agreement.isSigned && (
        <AgreementPdfButton guid={agreement.guid} label={t('agreements.downloadOf', { agreement: agreement.type })} />
      )}
    </div>
  );
}

/** An agreement on a phone. */
function AgreementCard({ agreement, actions }: { agreement: AgreementSummary; actions: ReactNode }) {
  const { t } = useTranslation();
  const signingTime = useSigningTime();
  const period = usePeriod(agreement, 'dd MMM yy');
  const { captureTime, associations } = agreement;
  return (
    <div className={styles.card}>
      <div className={styles.cardHead}>
        <AgreementLink agreement={agreement} from="agreements" opensRow />
        <AgreementStatus agreement={agreement} />
      </div>
      {period && <p className={styles.quiet}>{period}</p>}
      {captureTime && <p className={styles.quiet}>{t('agreements.signedOn', { date: signingTime(captureTime) })}</p>}
      {associations.length > 0 && (
        <div className={styles.cardOrders}>
          <span>{t('payments.orders', { count: associations.length })}</span>
          <OrderLinks orders={associations} />
        </div>
      )}
      {actions}
    </div>
  );
}
