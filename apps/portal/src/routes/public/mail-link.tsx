import { openMailLink, sendNewMailLink } from '@quayside/contract/identity/mail-links.ts';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../lib/calls/api.ts';
import { useTenant } from '../../lib/tenant.ts';
import { useAction } from '../../lib/actions/use-action.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ReplaceableLink } from '../../ui/message/ended-link.tsx';
import { FailureAlert } from '../../ui/message/failure-alert.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import styles from '../auth/parts.module.css';

interface Link {
  id: number;
  token: string;
}

/** Reads the link. A link without a number was never sent, and gets the same text as a used one. */
const linkOf = (given: { id: string; token: string } | undefined): Link | undefined =>
  given && /^[1-9]\d{0,8}$/.test(given.id) ? { ...given, id: Number(given.id) } : undefined;

/** The page of a mail's short link. Only the button uses the link up, because mail programs open links too. */
export function MailLinkPage() {
  const link = linkOf(useLocation({ select: ({ state }) => state.mailLink }));
  const [isOver, setIsOver] = useState(link === undefined);
  return isOver || !link ? <Over link={link} /> : <Waiting link={link} onOver={() => setIsOver(true)} />;
}

function Waiting({ link, onOver }: { link: Link; onOver: () => void }) {
  const { t } = useTranslation();
  const { name } = useTenant();
  const open = useOpen();
  const { run, failure } = useAction(() => open(link), { failures: { INVALID_TOKEN: onOver } });
  return (
    <>
      <PageHeading title={t('mailLink.title')}>{t('mailLink.intro', { marina: name })}</PageHeading>
      <div className={styles.parts}>
        <FailureAlert failure={failure} />
        <ActionButton onAction={run} processing={t('mailLink.opening')} fullWidth>
          {t('mailLink.open')}
        </ActionButton>
      </div>
    </>
  );
}

/** Uses the link up and opens its page as a new document, because a payment page has its own security policy. */
function useOpen() {
  const navigate = useNavigate();
  return async (link: Link) => {
    const { target, guid } = await api(openMailLink, { params: link });
    const whole = { replace: true, reloadDocument: true } as const;
    if (target === 'documents') await navigate({ to: '/secure/documents', ...whole });
    else if (target === 'order')
      await navigate({ to: '/quick-pay/$orderGuid', params: { orderGuid: guid ?? '' }, ...whole });
    else await navigate({ to: '/quick-sign/$id', params: { id: guid ?? '' }, ...whole });
  };
}

/** Its own heading takes the focus, because the button with the focus is gone. */
function Over({ link }: { link: Link | undefined }) {
  const { t } = useTranslation();
  const sendNew = async () => {
    if (link) await api(sendNewMailLink, { params: link });
  };
  return (
    <>
      <PageHeading title={t('mailLink.title')} />
      <ReplaceableLink sendNew={sendNew}>{t('mailLink.overText')}</ReplaceableLink>
    </>
  );
}
