import { allDocumentTypes, byNeed, needsAttention } from '@quayside/contract/documents/documents.ts';
import { IconCheck, IconFileUpload, IconSignature, IconUser } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { missingDetails } from '../../../features/account/missing-details.ts';
import { AgreementAction } from '../../../features/agreements/agreement-links.tsx';
import { useUnsignedAgreements } from '../../../features/agreements/use-agreements.ts';
import { useDocumentWords } from '../../../features/documents/document-badge.tsx';
import { UploadAction } from '../../../features/documents/upload-action.tsx';
import { usePromptedDocuments } from '../../../features/documents/use-documents.ts';
import { useFormat } from '../../../lib/formats/use-format.ts';
import { useAccountQuery } from '../../../lib/account/account.ts';
import { useTenant } from '../../../lib/tenant.ts';
import { serverText } from '../../../lib/page-data/server-texts.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { Card } from '../../../ui/card.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { LoadingSkeleton } from '../../../ui/loading/loading-skeleton.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from './to-do.module.css';
import { type Step, type Task, usePaymentTask } from './use-payment-task.tsx';

/** The number of names that a task shows. The others are counted. */
const shownNames = 3;

/** In milliseconds. A list that takes longer no longer holds back the others. */
const slowAfter = 1_000;

/**
 * The customer's tasks, in order: sign, pay, hand in documents, complete their details. A step whose data
 * could not be loaded is left out, because its widget shows the failure. Known data stays if a refresh fails.
 */
export function ToDo() {
  const { t } = useTranslation();
  const steps = [useSigning(), usePaymentTask(), useDocumentTask(), useDetails()];
  const tasks = steps.filter((step) => step !== null && step !== 'loading');
  const isLoading = steps.includes('loading');
  const isSlow = useSlow(isLoading);
  if (!isLoading && tasks.length === 0) return null;
  const done = tasks.filter(({ isDone }) => isDone).length;
  const progress = isLoading ? '' : t('toDo.done', { done, total: tasks.length });
  return (
    <Card title={t('toDo.title')} aside={<output className={styles.progress}>{progress}</output>}>
      <div className={styles.body}>
        <div className={styles.bar} aria-hidden="true">
          {steps
            .filter((step) => step !== null)
            .map((_, place) => (
              <span key={place} data-done={place < done || undefined} />
            ))}
        </div>
        {!isLoading && done === tasks.length && <p className={styles.allDone}>{t('toDo.allDone')}</p>}
        <ol className={styles.tasks} data-slow={isSlow || undefined} aria-live={isSlow ? 'polite' : undefined}>
          {steps.map((step, place) => {
            if (step === null) return null;
            const isShown = step !== 'loading' && (isSlow || !isLoading);
            return isShown ? <TaskRow key={place} task={step} /> : <ComingTask key={place} />;
          })}
        </ol>
      </div>
    </Card>
  );
}

/**
 * Returns true from the moment when loading takes long. It stays true: each task then keeps the room of the tallest
 * one, so that a task that comes later moves none of the others.
 */
function useSlow(isLoading: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isLoading) return undefined;
    const timer = setTimeout(() => setIsSlow(true), slowAfter);
    return () => clearTimeout(timer);
  }, [isLoading]);
  return isSlow;
}

function ComingTask() {
  return (
    <li className={styles.coming}>
      <LoadingSkeleton heights={[64]} />
    </li>
  );
}

function TaskRow({ task: { Icon, isDone, title, details, action } }: { task: Task }) {
  const { t } = useTranslation();
  const names = details.slice(0, shownNames);
  const more = details.length - names.length;
  return (
    <li className={styles.task} data-done={isDone || undefined}>
      <span className={styles.icon}>
        {isDone ? <IconCheck size={20} aria-hidden="true" /> : <Icon size={20} aria-hidden="true" />}
      </span>
      <div className={styles.what}>
        <strong>
          {title}
          {isDone && <VisuallyHidden> {t('general.stepDone')}</VisuallyHidden>}
        </strong>
        {names.map((name, place) => (
          <span key={place}>
            {name} {place === names.length - 1 && more > 0 && t('toDo.more', { count: more })}
          </span>
        ))}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </li>
  );
}

function useSigning(): Step {
  const { t } = useTranslation();
  const { date } = useFormat();
  const { agreementsEnabled } = useTenant();
  const query = useUnsignedAgreements();
  if (!agreementsEnabled || (query.isError && !query.data)) return null;
  if (!query.data) return 'loading';
  const toSign = query.data.agreements;
  const [first] = toSign;
  return {
    key: 'sign',
    Icon: IconSignature,
    isDone: first === undefined,
    title: first ? t('toDo.sign', { count: toSign.length }) : t('toDo.signed'),
    details: toSign.map(({ type, startDate }) =>
      startDate === null ? type : t('toDo.from', { name: type, date: date(startDate, 'dd MMM yyyy') }),
    ),
    action: first && <AgreementAction agreement={first} from="dashboard" isNamed={toSign.length > 1} />,
  };
}

function useDocumentTask(): Step {
  const { t } = useTranslation();
  const { urgentName } = useDocumentWords();
  const query = usePromptedDocuments();
  if (query.isError && !query.data) return null;
  if (!query.data) return 'loading';
  const types = byNeed(allDocumentTypes(query.data));
  if (types.length === 0) return null;
  const urgent = types.filter((type) => needsAttention(type) || type.expiresSoon);
  const [first] = urgent;
  return {
    key: 'upload',
    Icon: IconFileUpload,
    isDone: first === undefined,
    title: first ? t('toDo.upload', { count: urgent.length }) : t('toDo.uploaded'),
    details: urgent.map(urgentName),
    action: first && <UploadAction type={first} isNamed={urgent.length > 1} />,
  };
}

function useDetails(): Step {
  const { t, i18n } = useTranslation();
  const { permissions, lookups } = useTenant();
  const query = useAccountQuery();
  if (query.isError && !query.data) return null;
  if (!query.data) return 'loading';
  const missing = missingDetails(query.data.account, permissions, lookups.titles);
  const list = (some: readonly string[]) => new Intl.ListFormat(i18n.language, { type: 'unit' }).format(some);
  const names = missing.map((field) => t(`account.${field === 'countryCode' ? 'country' : field}`));
  return {
    key: 'details',
    Icon: IconUser,
    isDone: missing.length === 0,
    title: missing.length > 0 ? t('toDo.details') : t('toDo.detailsDone'),
    details: names.length > 0 ? [serverText(`${i18n.language} list ${names.join()}`, () => list(names))] : [],
    action: missing.length > 0 && (
      <LinkButton to="/secure/account/edit" aria-label={`${t('toDo.edit')}: ${t('toDo.details')}`}>
        {t('toDo.edit')}
      </LinkButton>
    ),
  };
}
