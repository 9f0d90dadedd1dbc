import { addressLines } from '@quayside/contract/account/address-lines.ts';
import {
  type ContactMessage,
  contactLimits,
  contactMessageText,
  contactUs,
  listContactMessages,
} from '@quayside/contract/account/contact.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../lib/calls/api.ts';
import { callQuery } from '../../lib/queries/call-query.ts';
import { useFormat } from '../../lib/formats/use-format.ts';
import { useSession } from '../../lib/session/session.ts';
import type { Failures } from '../../lib/actions/use-action.ts';
import { useAccountQuery, useSite } from '../../lib/account/account.ts';
import { useTenant } from '../../lib/tenant.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextAreaField } from '../../ui/form/text-area-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { filled, useForm } from '../../ui/form/use-form.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { LoadingSkeleton } from '../../ui/loading/loading-skeleton.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { ReadOnlyNotice } from '../../ui/message/read-only-notice.tsx';
import { Focused } from '../../ui/page/focused.tsx';
import styles from './contact.module.css';

/**
 * The form, the messages that were sent with it, and the office's other contacts. Without an e-mail address of the
 * office there is no form (decision C2.69).
 */
export function Contact() {
  const { t } = useTranslation();
  const { contact } = useTenant();
  const site = useSite();
  const [step, setStep] = useState<'first' | 'sent' | 'another'>('first');
  const readsMail = Boolean(site?.email || contact.email);
  return (
    <div className={styles.columns}>
      <div className={styles.written}>
        {readsMail && (
          <Card title={step === 'sent' ? undefined : t('contactUs.formTitle')}>
            {step === 'sent' ? (
              <ContactSent onAnother={() => setStep('another')} />
            ) : (
              <ContactForm takesFocus={step === 'another'} onSent={() => setStep('sent')} />
            )}
          </Card>
        )}
        <ContactMessages />
      </div>
      <div data-waits>
        <OfficeDetails />
      </div>
    </div>
  );
}

const failures: Failures = {
  other: { title: 'contactUs.contactError' },
  unanswered: { title: 'contactUs.unanswered', text: 'contactUs.unansweredText' },
};

/**
 * A message to the office. If the marina lists no subjects, the reader types one (decision C3.17). The form of another
 * message takes the focus, because it replaces the button that asked for it.
 */
function ContactForm({ takesFocus, onSent }: { takesFocus: boolean; onSent: () => void }) {
  const { t } = useTranslation();
  const { accountGuid, isAccountUser } = useSession();
  const queries = useQueryClient();
  const reread = () => void queries.invalidateQueries({ queryKey: [listContactMessages.name] });
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.querySelector<HTMLElement>('select, input')?.focus();
  }, [takesFocus]);
  const form = useForm({
    initialValues: { subject: '', message: '' },
    validate: {
      subject: filled('contactUs.selectSubject'),
      message: filled('contactUs.enterMessage'),
    },
  });

  const send = ({ subject, message }: { subject: string; message: string }) => {
    const body = { message: contactMessageText(subject.trim(), message.trim()) };
    // Also after a failure: if only the answer was lost, the message is among those that were sent.
    return api(contactUs, { params: { guid: accountGuid }, body }).finally(reread);
  };

  return (
    <div ref={box}>
      <Form form={form} onSubmit={send} onDone={onSent} failures={failures}>
        <SubjectField form={form} />
        <TextAreaField
          form={form}
          name="message"
          label={t('contactUs.message')}
          autoComplete="off"
          maxLength={contactLimits.message}
          required
        />
        <ReadOnlyNotice />
        <SubmitButton processing={t('contactUs.sending')} disabled={!isAccountUser}>
          {t('contactUs.send')}
        </SubmitButton>
      </Form>
    </div>
  );
}

function SubjectField({ form }: { form: ReturnType<typeof useForm<{ subject: string; message: string }>> }) {
  const { t } = useTranslation();
  const { contactUsSubjects: subjects } = useTenant().lookups;
  const shared = { form, name: 'subject', label: t('contactUs.subject'), autoComplete: 'off', required: true } as const;
  if (subjects.length === 0) return <TextField {...shared} maxLength={contactLimits.subject} />;
  return (
    <SelectField
      {...shared}
      placeholder={t('contactUs.chooseSubject')}
      // The value is sent in the marina's language. The label may be one of its translations (decision C5.12).
      options={subjects.map((value) => ({ value, label: t(`contactUs.subjects.${value}`, { defaultValue: value }) }))}
    />
  );
}

/** Replaces the form after the message was sent (decision C2.43). */
function ContactSent({ onAnother }: { onAnother: () => void }) {
  const { t } = useTranslation();
  return (
    <Focused>
      <div className={styles.sent}>
        <Alert kind="success" title={t('contactUs.sentTitle')}>
          {t('contactUs.sentText')}
        </Alert>
        <div className={styles.next}>
          <LinkButton to="/secure/dashboard" variant="filled">
            {t('contactUs.toDashboard')}
          </LinkButton>
          <Button type="button" variant="default" onClick={onAnother}>
            {t('contactUs.sendAnother')}
          </Button>
        </div>
      </div>
    </Focused>
  );
}

/** The customer's messages with the answers of the office. A customer who wrote none sees nothing here. */
function ContactMessages() {
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

/** Other ways to contact the office: the site's own telephone and e-mail, else the marina's (decision C2.69). */
function OfficeDetails() {
  const { t } = useTranslation();
  const { contact } = useTenant();
  const site = useSite();
  // The site is the account's.
  const isWaiting = useAccountQuery().isPending;
  const telephone = site?.telephone || contact.telephone;
  const email = site?.email || contact.email;
  if (isWaiting) return <LoadingSkeleton heights={[200]} />;
  return (
    <Card title={t('contactUs.office')}>
      <address className={styles.office}>
        {site && <strong>{site.name}</strong>}
        {site && addressLines(site.address).map((line) => <span key={line}>{line}</span>)}
        {telephone && <a href={`tel:${telephone.replaceAll(/[^+\d]/g, '')}`}>{telephone}</a>}
        {email && <a href={`mailto:${email}`}>{email}</a>}
      </address>
    </Card>
  );
}
