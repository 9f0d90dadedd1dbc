import { useTranslation } from 'react-i18next';
import { Alert } from '../../ui/message/alert.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';

/** The password has changed. Its own heading takes the focus, because the form is gone. */
export function ResetDone() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('password.resetTitle')} />
      <Alert
        kind="success"
        title={t('password.resetDone')}
        action={
          <LinkButton to="/login" variant="filled">
            {t('password.signIn')}
          </LinkButton>
        }
      >
        {t('password.resetDoneHelp')}
      </Alert>
    </>
  );
}

/** The link is unknown, used, replaced or too old. The page does not tell which. */
export function InvalidLink() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('password.resetTitle')} />
      <Alert
        kind="error"
        title={t('password.invalidToken')}
        action={<LinkButton to="/forgotten-password">{t('password.requestNew')}</LinkButton>}
      >
        {t('password.invalidTokenHelp')}
      </Alert>
    </>
  );
}
