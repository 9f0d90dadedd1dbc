import { type ContactMessage, listContactMessages } from '@quayside/contract/contact.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../lib/call-query.ts';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useSite } from '../../lib/site.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx';
import styles from './contact.module.css';

/** The customer's messages with the answers of the office. A customer who wrote none sees nothing here. */
export function ContactMessages() {
  const { t } = useTranslation();
  const { accountGuid: guid } = useSession();
  const { data, error, refetch } = useQuery({
    ...callQuery(listContactMessages, { params: { guid } }),
    meta: { showsFailure: true },
  });
  const title = t('contactUs.messages');
  if (data === undefined && error)
    return (
      <Card title={title}>
        <ErrorState title={t('contactUs.messagesNotLoaded')} error={error} onRetry={refetch} />
      </Card>
    );
  if (data === undefined) return <LoadingSkeleton heights={[]} />;
  if (data.items.length === 0) return null;
  return (
    <Card title={title}>
      <ul className={styles.messages}>
        {data.items.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </ul>
    </Card>
  );
}

function Message({ message: { subject, message, sentAt, answers } }: { message: ContactMessage }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const site = useSite();
  const day = (instant: string) => date(instant, 'dd MMM yyyy', site?.timeZone);
  return (
    <li>
      <h3 dir="auto">{subject || t('contactUs.noSubject')}</h3>
      <p className={styles.when}>{t('contactUs.sentOn', { date: day(sentAt) })}</p>
      <p className={styles.text} dir="auto">
        {message}
      </p>
      {answers.map(({ answer, answeredAt }, place) => (
        <div key={place} className={styles.answer}>
          <p className={styles.when}>{t('contactUs.answeredOn', { date: day(answeredAt) })}</p>
          <p className={styles.text} dir="auto">
            {answer}
          </p>
        </div>
      ))}
    </li>
  );
}
