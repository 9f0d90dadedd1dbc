import { useTranslation } from 'react-i18next';
import { Alert } from '../../ui/alert.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

/** The password is another one now. A heading of its own takes the focus that the form had. */
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

/** The link is unknown, used, replaced or too old; which of these is nobody's business. */
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
