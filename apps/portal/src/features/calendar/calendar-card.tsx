import {
  downloadCalendar,
  getCalendarLink,
  makeCalendarLink,
  revokeCalendarLink,
} from '@quayside/contract/account/calendar.ts';
import { IconCalendarDown, IconCopy } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api, callUrl } from '../../lib/calls/api.ts';
import { callQuery } from '../../lib/queries/call-query.ts';
import { useFormat } from '../../lib/formats/use-format.ts';
import { useSession } from '../../lib/session/session.ts';
import { useSite } from '../../lib/account/account.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Card } from '../../ui/card.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import fieldStyles from '../../ui/form/field.module.css';
import { Loaded } from '../../ui/loading/loaded.tsx';
import styles from './calendar-card.module.css';

/** The account's calendar: as a file, and as a secret address that calendars subscribe to. */
export function CalendarCard() {
  const { t } = useTranslation();
  const { accountGuid: guid, isAccountUser } = useSession();
  const params = { guid };
  return (
    <div data-on-screen>
      <Card title={t('calendar.title')}>
        <div className={styles.card}>
          <p>{t('calendar.intro')}</p>
          <DownloadButton
            href={callUrl(downloadCalendar, { params })}
            icon={<IconCalendarDown size={18} aria-hidden="true" />}
          >
            {t('calendar.download')}
          </DownloadButton>
          {isAccountUser && <Subscription />}
        </div>
      </Card>
    </div>
  );
}

function Subscription() {
  const { t } = useTranslation();
  const { date } = useFormat();
  const timeZone = useSite()?.timeZone;
  const client = useQueryClient();
  const { accountGuid: guid } = useSession();
  const question = callQuery(getCalendarLink, { params: { guid } });
  const link = useQuery({ ...question, meta: { showsFailure: true } });
  const [made, setMade] = useState<string>();
  const make = async () => {
    const known = link.data?.createdOn ?? 'none';
    const { path, createdOn } = await api(makeCalendarLink, { params: { guid }, query: { known } }).catch(
      async (error: unknown) => {
        // Another page may have made an address, or the answer was lost after one was made.
        await client.invalidateQueries({ queryKey: question.queryKey });
        throw error;
      },
    );
    setMade(new URL(path, location.origin).href);
    client.setQueryData(question.queryKey, { createdOn });
  };
  const revoke = async () => {
    await api(revokeCalendarLink, { params: { guid } });
    setMade(undefined);
    client.setQueryData(question.queryKey, { createdOn: null });
    showToast({ kind: 'success', message: t('calendar.revoked') });
  };
  return (
    <Loaded query={link} failed={t('calendar.notLoaded')} skeleton={[44]}>
      {({ createdOn }) => (
        <div className={styles.card}>
          {made !== undefined && <Address url={made} />}
          {made === undefined && createdOn !== null && (
            <p>{t('calendar.since', { date: date(createdOn, 'dd MMM yyyy', timeZone) })}</p>
          )}
          <div className={styles.actions}>
            <ActionButton variant="default" onAction={make}>
              {createdOn === null ? t('calendar.subscribe') : t('calendar.renew')}
            </ActionButton>
            {createdOn !== null && (
              <ActionButton variant="default" onAction={revoke}>
                {t('calendar.revoke')}
              </ActionButton>
            )}
          </div>
        </div>
      )}
    </Loaded>
  );
}

/** The address, shown once. It stays in this page's memory alone. */
function Address({ url }: { url: string }) {
  const { t } = useTranslation();
  const id = useId();
  const copy = async () => {
    await navigator.clipboard.writeText(url);
    showToast({ kind: 'success', message: t('calendar.copied') });
  };
  return (
    <div className={styles.address}>
      <label htmlFor={id}>{t('calendar.address')}</label>
      <p id={`${id}-hint`}>{t('calendar.addressHint')}</p>
      <div className={styles.line}>
        <input
          id={id}
          className={fieldStyles.input}
          value={url}
          readOnly
          dir="ltr"
          aria-describedby={`${id}-hint`}
          onFocus={(event) => event.currentTarget.select()}
        />
        <ActionButton variant="default" icon={<IconCopy size={18} aria-hidden="true" />} onAction={copy}>
          {t('calendar.copy')}
        </ActionButton>
      </div>
    </div>
  );
}
