import { useTranslation } from 'react-i18next';
import { Alert } from '../../ui/alert.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

/** The address names a code that opens nothing. */
export function InvalidCode() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('registration.title')} />
      <Alert
        kind="error"
        title={t('registration.codeNotFound')}
        action={<LinkButton to="/register/renewal-token">{t('registration.enterCode')}</LinkButton>}
      >
        {t('registration.codeNotFoundHelp')}
      </Alert>
    </>
  );
}
