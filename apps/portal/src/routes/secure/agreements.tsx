import { useTranslation } from 'react-i18next';
import { AgreementList } from '../../features/agreements/agreement-list.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

/** The customer's agreements, signed and unsigned. */
export function AgreementsPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('agreements.title')}>{t('agreements.intro')}</PageHeading>
      <AgreementList />
    </>
  );
}
