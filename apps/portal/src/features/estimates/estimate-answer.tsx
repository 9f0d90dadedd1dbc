import { answerEstimate, type Estimate, type EstimateAnswerKind } from '@quayside/contract/orders/estimates.ts';
import { hasFeature } from '@quayside/contract/tenant/tenant.ts';
import { useNavigate } from '@tanstack/react-router';
import { useActionLock } from '../../lib/actions/action-lock.ts';
import { api } from '../../lib/calls/api.ts';
import { useIsHere } from '../../lib/navigation/use-is-here.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { useFormat } from '../../lib/formats/use-format.ts';
import { useSession } from '../../lib/session/session.ts';
import { useSite } from '../../lib/account/account.ts';
import { useTenant } from '../../lib/tenant.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Alert, type AlertKind } from '../../ui/message/alert.tsx';
import styles from './estimates.module.css';

/**
 * The next step of an estimate (EST-7): the customer's answer to it, the buttons to give one, or the way to the
 * office. An answer is signed as an agreement (EST-6).
 */
export function EstimateAnswer({ estimate: { id, status, answer } }: { estimate: Estimate }) {
  const { t } = useTranslation();
  const tenant = useTenant();
  if (answer) return <Answered answer={answer} isConverted={status === 'Converted'} />;
  if (status === 'Converted') return null;
  if (status === 'Expired') return <AskOffice kind="warning">{t('estimates.afterExpiry')}</AskOffice>;
  const canAnswer = hasFeature(tenant, 'accept-estimates') && tenant.agreementsEnabled;
  return canAnswer ? <Question id={id} /> : <AskOffice kind="info">{t('estimates.answerAtOffice')}</AskOffice>;
}

function AskOffice({ kind, children }: { kind: AlertKind; children: string }) {
  return (
    <Alert kind={kind} action={<ContactLink />}>
      {children}
    </Alert>
  );
}

function ContactLink() {
  const { t } = useTranslation();
  return <LinkButton to="/secure/contact-us">{t('contactUs.title')}</LinkButton>;
}

function Question({ id }: { id: number }) {
  const { t } = useTranslation();
  const { accountGuid: guid, isAccountUser } = useSession();
  const navigate = useNavigate();
  const lock = useActionLock();
  const isHere = useIsHere();
  if (!isAccountUser) return null;
  const answerWith = (answer: EstimateAnswerKind) => async () => {
    const { agreementGuid } = await api(answerEstimate, { params: { guid, id }, body: { answer } });
    if (!isHere()) return;
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

interface AnsweredProps {
  answer: NonNullable<Estimate['answer']>;
  isConverted: boolean;
}

function Answered({ answer: { answer, signedOn, agreementGuid }, isConverted }: AnsweredProps) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const { agreementsEnabled } = useTenant();
  const timeZone = useSite()?.timeZone;
  const isAccepted = answer === 'accept';
  return (
    <Alert
      kind={isAccepted ? 'success' : 'info'}
      action={
        <div className={styles.answers}>
          {agreementsEnabled && (
            <LinkButton to="/secure/agreements/signed/$agreementGuid" params={{ agreementGuid }}>
              {t('estimates.viewAnswer')}
            </LinkButton>
          )}
          {!isAccepted && !isConverted && <ContactLink />}
        </div>
      }
    >
      {t(isAccepted ? 'estimates.accepted' : 'estimates.declined', { date: date(signedOn, 'dd MMM yyyy', timeZone) })}
      {!isConverted && ` ${t(isAccepted ? 'estimates.afterAccepting' : 'estimates.afterDeclining')}`}
    </Alert>
  );
}
