import { answerEstimate, type Estimate, type EstimateAnswerKind } from '@quayside/contract/estimates.ts';
import { hasFeature } from '@quayside/contract/tenant.ts';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useActionLock } from '../../lib/action-lock.ts';
import { api } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useSite } from '../../lib/site.ts';
import { useTenant } from '../../lib/tenant.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import styles from './estimates.module.css';

/** The customer's answer to an estimate, or the buttons to give one. Both are signed as an agreement (EST-6). */
export function EstimateAnswer({ estimate }: { estimate: Estimate }) {
  const tenant = useTenant();
  if (estimate.answer) return <Answered answer={estimate.answer} />;
  const canAnswer = hasFeature(tenant, 'accept-estimates') && tenant.agreementsEnabled && estimate.status === 'Active';
  return canAnswer ? <Question id={estimate.id} /> : null;
}

function Question({ id }: { id: number }) {
  const { t } = useTranslation();
  const { accountGuid: guid, isAccountUser } = useSession();
  const navigate = useNavigate();
  const lock = useActionLock();
  if (!isAccountUser) return null;
  const answerWith = (answer: EstimateAnswerKind) => async () => {
    const { agreementGuid } = await api(answerEstimate, { params: { guid, id }, body: { answer } });
    await navigate({
      to: '/secure/agreements/unsigned/$agreementGuid',
      params: { agreementGuid },
      search: { referrer: `/secure/estimates/${id}`, referrerText: t('estimates.estimate', { id }) },
    });
  };
  return (
    <Card title={t('estimates.answerTitle')}>
      <div className={styles.answer}>
        <p>{t('estimates.answerIntro')}</p>
        <div className={styles.answers}>
          <ActionButton lock={lock} onAction={answerWith('accept')}>
            {t('estimates.accept')}
          </ActionButton>
          <ActionButton lock={lock} variant="default" onAction={answerWith('decline')}>
            {t('estimates.decline')}
          </ActionButton>
        </div>
      </div>
    </Card>
  );
}

function Answered({ answer: { answer, signedOn, agreementGuid } }: { answer: NonNullable<Estimate['answer']> }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const { agreementsEnabled } = useTenant();
  const timeZone = useSite()?.timeZone;
  const isAccepted = answer === 'accept';
  return (
    <Alert
      kind={isAccepted ? 'success' : 'info'}
      action={
        agreementsEnabled && (
          <LinkButton to="/secure/agreements/signed/$agreementGuid" params={{ agreementGuid }}>
            {t('estimates.viewAnswer')}
          </LinkButton>
        )
      }
    >
      {t(isAccepted ? 'estimates.accepted' : 'estimates.declined', { date: date(signedOn, 'dd MMM yyyy', timeZone) })}
      {isAccepted && ` ${t('estimates.afterAccepting')}`}
    </Alert>
  );
}
