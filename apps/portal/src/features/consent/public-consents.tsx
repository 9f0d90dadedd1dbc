import { callPath } from '@quayside/contract/shared/call.ts';
import { getConsentInfo, updateConsentGroups, type ConsentGroup } from '@quayside/contract/account/consent.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/calls/api.ts';
import { ApiError } from '../../lib/calls/api-error.ts';
import { callQuery } from '../../lib/queries/call-query.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { EmptyState } from '../../ui/message/empty-state.tsx';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { LoadingSkeleton } from '../../ui/loading/loading-skeleton.tsx';
import { SwitchRow } from '../../ui/form/switch.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import styles from './consent.module.css';
import { OldConsentLink } from './old-consent-link.tsx';

interface Props {
  /** The key from the link of a consent mail. Older links carry the account's guid. */
  accountGuid: string;
  /** The id of the mail whose link led here. */
  emailId: string | undefined;
  /** The code of the failure of a form that was posted without scripts. */
  problem: string | undefined;
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
    // A change of language keeps the form, with what was chosen in it (decision C4.21).
    placeholderData: keepPreviousData,
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

function Choices({ accountGuid, emailId, problem, onSaved, maskedEmail, groups }: ChoicesProps) {
  const { t } = useTranslation();
  const stored = Object.fromEntries(groups.map(({ consentGroupId, isGranted }) => [nameOf(consentGroupId), isGranted]));
  const form = useForm<Record<string, boolean>>({ initialValues: stored, validate: {} });
  const params = { guid: accountGuid };

  const save = (chosen: Record<string, boolean>) => {
    const idBools = groups.map(({ consentGroupId: id }) => ({ id, bool: chosen[nameOf(id)] === true }));
    const body = { accountGuid, emailMessageId: emailId ?? null, idBools, source: 'consent-page' as const };
    return api(updateConsentGroups, { params, body });
  };

  if (groups.length === 0) return <EmptyState>{t('consent.none')}</EmptyState>;
  return (
    <Form
      form={form}
      call={{ path: callPath(updateConsentGroups, { params }) }}
      problem={problem}
      onSubmit={save}
      onDone={onSaved}
      failures={{
        FOREIGN_ORIGIN: { title: 'consent.notSaved', text: 'form.senderUnknown' },
        other: { title: 'consent.notSaved' },
      }}
    >
      <input type="hidden" name="shown" value={groups.map(({ consentGroupId }) => consentGroupId).join(' ')} />
      <input type="hidden" name="emailMessageId" value={emailId ?? ''} />
      <p>{maskedEmail === '' ? t('consent.forYou') : t('consent.forEmail', { email: maskedEmail })}</p>
      <div className={styles.rows}>
        {groups.map(({ consentGroupId, externalDescription }) => (
          <SwitchRow
            key={consentGroupId}
            name={nameOf(consentGroupId)}
            label={externalDescription}
            checked={form.values[nameOf(consentGroupId)] === true}
            onChange={(granted) => form.setFieldValue(nameOf(consentGroupId), granted)}
          />
        ))}
      </div>
      <SubmitButton processing={t('consent.saving')} fullWidth>
        {t('consent.submit')}
      </SubmitButton>
    </Form>
  );
}

const nameOf = (consentGroupId: number) => `granted-${consentGroupId}`;
