import { useTranslation } from 'react-i18next';
import { Alert } from '../../ui/message/alert.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';

/** Shows that the code in the address is not valid. */
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
