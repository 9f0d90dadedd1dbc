import { type DocumentType, documentLimits } from '@quayside/contract/documents/documents.ts';
import {
  acceptedUploadTypes,
  maxUploadBytes,
  uploadTypeNames,
  uploadTypes,
} from '@quayside/contract/documents/uploads.ts';
import { useId, useRef, useState } from 'react';
import { useSite } from '../../lib/account/account.ts';
import { type Failures, unanswered, useAction } from '../../lib/actions/use-action.ts';
import { dayAt, readDay, yearsAfter } from '../../lib/formats/typed-day.ts';
import { useTenant } from '../../lib/tenant.ts';
import { serverNow } from '../../lib/page-data/server-clock.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { DayField } from '../../ui/form/day-input.tsx';
import { FileField } from '../../ui/form/file-field.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { TextAreaField } from '../../ui/form/text-area-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { UnsavedChanges } from '../../ui/form/unsaved-changes.tsx';
import { filled, useForm } from '../../ui/form/use-form.ts';
import { Alert } from '../../ui/message/alert.tsx';
import { FailureAlert } from '../../ui/message/failure-alert.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import styles from './upload-form.module.css';
import { useUpload } from './use-upload.ts';

interface Props {
  type: DocumentType;
  onDone: () => void;
  /** The way back from the form. */
  leave: { label: string; onLeave: () => void };
}

/** The words of the question before an upload is lost by Back, a link or a reload. */
const leaving = {
  title: 'documents.leaveTitle',
  text: 'documents.leaveText',
  leave: 'documents.leave',
  stay: 'documents.stay',
};

/** A longer validity in years is probably a typing error (decision C5.17). */
const usualYears = 10;

/** The form for a document's details and its file. */
export function UploadForm({ type, onDone, leave }: Props) {
  const { t } = useTranslation();
  const { form, file, isWrong, missing, doubted, share, isCancelled, cancel, submit } = useUploadForm(type, onDone);
  const isUploading = share !== null;
  const showsMissing = missing.length > 0 && !isUploading;
  const reasons = useId();
  const common = { form, autoComplete: 'off', readOnly: isUploading } as const;
  return (
    <Form form={form} onSubmit={() => submit.run(false)}>
      {isUploading && <UnsavedChanges isUnsaved={() => true} words={leaving} />}
      <FailureAlert failure={submit.failure} />
      {isCancelled && <Alert kind="info" title={t('documents.uploadCancelled')} />}
      <FileField {...file} label={t('documents.file')} disabled={isUploading} />
      <TextField
        {...common}
        name="name"
        label={t('documents.documentName')}
        maxLength={documentLimits.name}
        validatesEmptied
        required
      />
      {type.isExpiryRequired && (
        <DayField
          {...common}
          name="expiresOn"
          label={t('documents.expiryDate')}
          hint={t('documents.expiryHint')}
          validatesEmptied
          required
        />
      )}
      <TextAreaField {...common} name="notes" label={t('documents.notes')} maxLength={documentLimits.notes} rows={3} />
      {doubted !== null && !isUploading && <DoubtedDay day={doubted} onConfirm={() => void submit.run(true)} />}
      {showsMissing && <MissingParts id={reasons} texts={missing} />}
      {isUploading && <ProgressBar label={t('documents.uploading')} share={share} />}
      <DialogButtons>
        <SubmitButton
          processing={isUploading ? t('documents.uploading') : t('documents.save')}
          disabled={isWrong || isUploading}
          explains={!isUploading}
          {...(showsMissing && { describedBy: reasons })}
        >
          {t('documents.save')}
        </SubmitButton>
        <Button type="button" variant="default" onClick={isUploading ? cancel : leave.onLeave}>
          {isUploading ? t('documents.cancelUpload') : leave.label}
        </Button>
      </DialogButtons>
    </Form>
  );
}

/** Asks if a day that is unusually far away is meant. */
function DoubtedDay({ day, onConfirm }: { day: string; onConfirm: () => void }) {
  const { t } = useTranslation();
  return (
    <Alert
      kind="warning"
      title={t('documents.expiryFar', { date: day })}
      action={
        <Button type="button" variant="default" onClick={onConfirm}>
          {t('documents.expiryFarConfirm')}
        </Button>
      }
    />
  );
}

/** Tells what is missing or wrong. */
function MissingParts({ id, texts }: { id: string; texts: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <div id={id} className={styles.reasons}>
      <p>{t('documents.saveNeeds')}</p>
      <ul>
        {texts.map((text) => (
          <li key={text}>{t(text)}</li>
        ))}
      </ul>
    </div>
  );
}

/** The details and the file of a document as a form. Everything stays if something fails. */
function useUploadForm(type: DocumentType, onDone: () => void) {
  const { t, i18n } = useTranslation();
  const [opened] = useState(serverNow);
  const today = dayAt(opened, useSite()?.timeZone);
  const { share, upload, cancel } = useUpload(type);
  const [isCancelled, setCancelled] = useState(false);
  const [doubted, setDoubted] = useState<string | null>(null);
  const rules = formRules(type, (text) => readDay(text, i18n.language), today);
  const form = useForm({ initialValues: { name: '', expiresOn: '', notes: '' }, validate: rules });
  /** The name that the file chosen last has filled in. The next file may replace it, but no name that was typed. */
  const filledIn = useRef('');
  const chosen = useChosenFile((file) => {
    if (!['', filledIn.current].includes(form.getValues().name.trim())) return;
    filledIn.current = file.name.slice(0, documentLimits.name).trim();
    form.setFieldValue('name', filledIn.current);
  });
  const wrong = [rules.name(form.values.name), rules.expiresOn(form.values.expiresOn)].filter((text) => text !== null);

  const save = async (isConfirmed: boolean): Promise<void> => {
    setCancelled(false);
    if (!chosen.file) return chosen.askForIt();
    const { name, expiresOn: typed, notes } = form.getValues();
    const expiresOn = type.isExpiryRequired ? readDay(typed, i18n.language) : null;
    const isDoubtful = expiresOn !== null && expiresOn > yearsAfter(today, usualYears);
    setDoubted(isDoubtful && !isConfirmed ? typed : null);
    if (isDoubtful && !isConfirmed) return;
    try {
      await upload({ name: name.trim(), expiresOn, notes: notes.trim() }, chosen.file);
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
      setCancelled(true);
      return;
    }
    showToast({ kind: 'success', message: t('documents.uploaded', { name: type.name }) });
    onDone();
  };

  return {
    form,
    file: chosen.field,
    /** True if a field is wrong. A missing file does not count: pressing the button leads to the file. */
    isWrong: wrong.length > 0,
    /** The keys of the texts that tell what is missing or wrong. */
    missing: chosen.file ? wrong : ['upload.missing', ...wrong],
    /** The typed day that is unusually far away. The reader has to confirm it. Null if there is none. */
    doubted: doubted === form.values.expiresOn ? doubted : null,
    /** The share of the file that is sent, from 0 to 1. Null while no upload runs. */
    share,
    isCancelled,
    cancel,
    /** Uploads the document. @param isConfirmed true if the reader has confirmed the day */
    submit: useAction(save, { failures }),
  };
}

const failures: Failures = { other: { title: 'documents.notUploaded' }, unanswered: { title: unanswered.title } };

function formRules({ isExpiryRequired }: DocumentType, read: (text: string) => string | null, today: string) {
  return {
    name: filled('documents.enterName'),
    expiresOn: (value: string) => {
      if (!isExpiryRequired) return null;
      if (value.trim() === '') return 'documents.enterExpiry';
      const day = read(value);
      if (day === null) return 'documents.expiryInvalid';
      return day < today ? 'documents.expiryInPast' : null;
    },
  };
}

/** The one file to upload. A wrong choice leaves no file. */
function useChosenFile(onChosen: (file: File) => void) {
  const { t } = useTranslation();
  const { uploads } = useTenant();
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<string>();
  const control = useRef<HTMLInputElement>(null);

  const refusalOf = (files: readonly File[]): string | undefined => {
    if (files.length > 1) return t('upload.oneFile');
    if (files.some(({ size }) => size > maxUploadBytes(uploads)))
      return t('upload.tooLarge', { megabytes: uploads.maxMegabytes });
    return undefined;
  };
  const onChoose = (files: readonly File[]) => {
    const refused = refusalOf(files);
    setError(refused);
    const [only] = files;
    setFile(refused === undefined && only ? only : null);
    if (refused === undefined && only) onChosen(only);
  };
  const askForIt = () => {
    setError(t('upload.missing'));
    control.current?.focus();
  };
  const accept = acceptedUploadTypes(uploads).flatMap((type) => [type, ...uploadTypes[type].map((end) => `.${end}`)]);
  const hint = t('upload.hint', { types: uploadTypeNames(uploads).join(', '), megabytes: uploads.maxMegabytes });
  return { file, askForIt, field: { ref: control, file, error, hint, accept: accept.join(','), onChoose } };
}
