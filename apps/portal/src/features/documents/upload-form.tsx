import { type DocumentType, documentLimits } from '@quayside/contract/documents.ts';
import { acceptedUploadTypes, maxUploadBytes, uploadTypeNames, uploadTypes } from '@quayside/contract/uploads.ts';
import { useId, useRef, useState } from 'react';
import { dayAt, readDay, yearsAfter } from '../../lib/formats/typed-day.ts';
import { useSite } from '../../lib/account/account.ts';
import { useTenant } from '../../lib/tenant.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { useAction } from '../../lib/actions/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { DayField } from '../../ui/form/day-input.tsx';
import { FileField } from '../../ui/form/file-field.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { TextAreaField } from '../../ui/form/text-area-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
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

/** A longer validity in years is probably a typing error (decision C5.17). */
const usualYears = 10;

/** The form for a document's details and its file. Everything stays if something fails. */
export function UploadForm({ type, onDone, leave }: Props) {
  const { t, i18n } = useTranslation();
  const [opened] = useState(() => new Date());
  const today = dayAt(opened, useSite()?.timeZone);
  const { share, upload, cancel } = useUpload(type);
  const [isCancelled, setCancelled] = useState(false);
  const [doubted, setDoubted] = useState<string | null>(null);
  const rules = formRules(type, (text) => readDay(text, i18n.language), today);
  const form = useForm({ initialValues: { name: '', expiresOn: '', notes: '' }, validate: rules });
  const chosen = useChosenFile((file) => {
    if (form.getValues().name.trim() === '') form.setFieldValue('name', file.name.slice(0, documentLimits.name));
  });
  const isUploading = share !== null;
  const wrong = [rules.name(form.values.name), rules.expiresOn(form.values.expiresOn)].filter((text) => text !== null);
  const isWrong = wrong.length > 0;
  // A missing file doesn't disable the button: pressing it leads to the file.
  const missing = chosen.file ? wrong : ['upload.missing', ...wrong];
  const reasons = useId();

  const save = async (confirmed: boolean): Promise<void> => {
    setCancelled(false);
    if (!chosen.file) return chosen.askForIt();
    const { name, expiresOn: typed, notes } = form.getValues();
    const expiresOn = type.isExpiryRequired ? readDay(typed, i18n.language) : null;
    const isDoubtful = expiresOn !== null && expiresOn > yearsAfter(today, usualYears);
    setDoubted(isDoubtful && !confirmed ? typed : null);
    if (isDoubtful && !confirmed) return;
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

  const { run, failure } = useAction(save, { failures: { other: { title: 'documents.notUploaded' } } });

  return (
    <Form form={form} onSubmit={() => run(false)}>
      <FailureAlert failure={failure} />
      {isCancelled && <Alert kind="info" title={t('documents.uploadCancelled')} />}
      <FileField {...chosen.field} label={t('documents.file')} disabled={isUploading} />
      <TextField
        form={form}
        name="name"
        label={t('documents.documentName')}
        autoComplete="off"
        maxLength={documentLimits.name}
        readOnly={isUploading}
        validatesEmptied
        required
      />
      {type.isExpiryRequired && (
        <DayField
          form={form}
          name="expiresOn"
          label={t('documents.expiryDate')}
          hint={t('documents.expiryHint')}
          autoComplete="off"
          readOnly={isUploading}
          validatesEmptied
          required
        />
      )}
      <TextAreaField
        form={form}
        name="notes"
        label={t('documents.notes')}
        autoComplete="off"
        maxLength={documentLimits.notes}
        rows={3}
        readOnly={isUploading}
      />
      {doubted !== null && doubted === form.values.expiresOn && !isUploading && (
        <Alert
          kind="warning"
          title={t('documents.expiryFar', { date: doubted })}
          action={
            <Button type="button" variant="default" onClick={() => void run(true)}>
              {t('documents.expiryFarConfirm')}
            </Button>
          }
        />
      )}
      {missing.length > 0 && !isUploading && (
        <div id={reasons} className={styles.reasons}>
          <p>{t('documents.saveNeeds')}</p>
          <ul>
            {missing.map((text) => (
              <li key={text}>{t(text)}</li>
            ))}
          </ul>
        </div>
      )}
      {isUploading && <ProgressBar label={t('documents.uploading')} share={share} />}
      <DialogButtons>
        <SubmitButton
          processing={isUploading ? t('documents.uploading') : t('documents.save')}
          disabled={isWrong || isUploading}
          explains={!isUploading}
          {...(missing.length > 0 && !isUploading && { describedBy: reasons })}
        >
          {t('documents.save')}
        </SubmitButton>
        {isUploading ? (
          <Button type="button" variant="default" onClick={cancel}>
            {t('documents.cancelUpload')}
          </Button>
        ) : (
          <Button type="button" variant="default" onClick={leave.onLeave}>
            {leave.label}
          </Button>
        )}
      </DialogButtons>
    </Form>
  );
}

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
