import type { AgreementSummary } from '@quayside/contract/agreements/agreements.ts';
import { useFormat } from '../../lib/formats/use-format.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { DataTable, type NamedColumn } from '../../ui/table/data-table.tsx';
import { AgreementAction } from './agreement-links.tsx';
import styles from './agreements.module.css';

interface Props {
  agreements: readonly AgreementSummary[];
  /** Called when the reader goes to sign. */
  onSign: () => void;
}

/** The agreements that wait for a signature. Hidden if there is none. */
export function UnsignedAgreements({ agreements, onSign }: Props) {
  const { t } = useTranslation();
  const { date } = useFormat();
  if (agreements.length === 0) return null;
  const day = (value: string | null) => date(value ?? '', 'dd MMM yyyy');
  const columns: NamedColumn<AgreementSummary>[] = [
    { title: t('agreements.type'), cell: ({ type }) => type, isName: true },
    { title: t('agreements.startDate'), cell: ({ startDate }) => day(startDate) },
    { title: t('agreements.endDate'), cell: ({ endDate }) => day(endDate) },
  ];
  return (
    <section className={styles.section}>
      <h3>{t('agreements.unsignedTitle')}</h3>
      <DataTable
        label={t('agreements.unsignedTitle')}
        columns={columns}
        rows={agreements}
        keyOf={({ guid }) => guid}
        action={(agreement) => <AgreementAction agreement={agreement} from="dashboard" onFollow={onSign} />}
      />
    </section>
  );
}
