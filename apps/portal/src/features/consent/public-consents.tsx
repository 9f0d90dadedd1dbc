import { getConsentInfo, updateConsentGroups, type ConsentGroup } from '@quayside/contract/consent.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { callQuery } from '../../lib/call-query.ts';
import { useAction } from '../../lib/use-action.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FailureAlert } from '../../ui/failure-alert.tsx';
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx';
import { SwitchRow } from '../../ui/switch-row.tsx';
import styles from './consent.module.css';
import { OldConsentLink } from './old-consent-link.tsx';

interface Props {
  /** The key from the link of a consent mail. Older links carry the account's guid. */
  accountGuid: string;
  /** The id of the mail whose link led here. */
  emailId: string | undefined;
  onSaved: () => void;
}

/** The choices of an account by its consent key, saved with one button (decision C4.22). */
export function PublicConsents(props: Props) {
  const { t } = useTranslation();
  const { i18n } = useTranslation();
  const query = callQuery(getConsentInfo, { params: { guid: props.accountGuid } });
  const { data, error, refetch } = useQuery({
    ...query,
    queryKey: [...query.queryKey, i18n.language],
    meta: { showsFailure: true },
  });
  if (data) return <Choices {...props} maskedEmail={data.maskedEmail} groups={data.consentInfo} />;
  if (isNoLink(error)) return <OldConsentLink accountGuid={props.accountGuid} />;
  if (error) return <ErrorState title={t('consent.notLoaded')} error={error} onRetry={refetch} />;
  return <LoadingSkeleton heights={[24, 52, 52, 44]} />;
}

/**
 * Checks if the link opens nothing. Unknown and malformed links look alike, so that neither reveals an account
 * (decision C4.23).
 */
const isNoLink = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 400);

interface ChoicesProps extends Props {
  maskedEmail: string;
  groups: readonly ConsentGroup[];
}

function Choices({ accountGuid, emailId, onSaved, maskedEmail, groups }: ChoicesProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Readonly<Record<number, boolean>>>({});
  const isGranted = ({ consentGroupId, isGranted: stored }: ConsentGroup) => chosen[consentGroupId] ?? stored;

  const save = () => {
    const idBools = groups.map((group) => ({ id: group.consentGroupId, bool: isGranted(group) }));
    const body = { accountGuid, emailMessageId: emailId ?? null, idBools, source: 'consent-page' as const };
    return api(updateConsentGroups, { params: { guid: accountGuid }, body });
  };
  const { run, failure } = useAction(save, { onDone: onSaved, failures: { other: { title: 'consent.notSaved' } } });

  if (groups.length === 0) return <EmptyState>{t('consent.none')}</EmptyState>;
  return (
    <div className={styles.page}>
      <p>{maskedEmail === '' ? t('consent.forYou') : t('consent.forEmail', { email: maskedEmail })}</p>
      <FailureAlert failure={failure} />
      <div className={styles.rows}>
        {groups.map((group) => (
          <SwitchRow
            key={group.consentGroupId}
            label={group.externalDescription}
            checked={isGranted(group)}
            onChange={(granted) => setChosen({ ...chosen, [group.consentGroupId]: granted })}
          />
        ))}
      </div>
      <ActionButton onAction={run} processing={t('consent.saving')} fullWidth>
        {t('consent.submit')}
      </ActionButton>
    </div>
  );
}
