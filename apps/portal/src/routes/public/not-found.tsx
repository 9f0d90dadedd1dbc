import { useQuery } from '@tanstack/react-query';
import { isSignedIn, sessionQuery } from '../../lib/session/session.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';

/** Shown for every unknown address (SHELL-8). */
export function NotFoundPage() {
  const { t } = useTranslation();
  const session = useQuery(sessionQuery).data?.userSession;
  return (
    <>
      <PageHeading title={t('notFound.title')} heading={t('notFound.message')} />
      {isSignedIn(session) ? (
        <LinkButton to="/secure/dashboard" variant="filled">
          {t('notFound.toDashboard')}
        </LinkButton>
      ) : (
        <LinkButton to="/login" variant="filled">
          {t('notFound.toLogin')}
        </LinkButton>
      )}
    </>
  );
}
