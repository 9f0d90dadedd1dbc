import { IconCamera, IconFile, IconUpload } from '@tabler/icons-react';
import { type DragEvent, type Ref, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '../lib/formatters.ts';
import { FieldFrame } from './field.tsx';
import styles from './file-field.module.css';
import { useFormState } from './form.tsx';

interface Props {
  label: string;
  hint: string;
  /** What the browser's picker offers, such as `.pdf,image/*`. */
  accept: string;
  file: File | null;
  /** Of the last choice, or of none at all. */
  error: string | undefined;
  disabled?: boolean;
  /** Its control, to move the focus to. */
  ref: Ref<HTMLInputElement>;
  /** Is given all that was chosen or dropped. */
  onChoose: (files: readonly File[]) => void;
}

/** One file: by the browser's picker, dropped on it, or on a phone by its camera. */
export function FileField({ label, hint, accept, file, error, disabled = false, ref, onChoose }: Props) {
  const { t, i18n } = useTranslation();
  const id = useFormState().fieldId('file');
  const camera = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const choose = (input: HTMLInputElement) => {
    const chosen = [...(input.files ?? [])];
    // So that the same file can be chosen again, such as after it was mended.
    input.value = '';
    if (chosen.length > 0) onChoose(chosen);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const dropped = [...event.dataTransfer.files];
    if (!disabled && dropped.length > 0) onChoose(dropped);
  };
  const megabytes = (bytes: number) =>
    numberFormat(i18n.language, { maximumFractionDigits: 1, minimumFractionDigits: 1 }).format(bytes / 1024 / 1024);

  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div
        className={styles.zone}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        {file ? (
          <p className={styles.chosen}>
            <IconFile size={20} aria-hidden="true" />
            <bdi>{file.name}</bdi>
            <span>{t('upload.size', { megabytes: megabytes(file.size) })}</span>
          </p>
        ) : (
          <p className={styles.drop}>{t('upload.drop')}</p>
        )}
        <div className={styles.ways}>
          <label className={styles.way} data-disabled={disabled || undefined}>
            <input
              ref={ref}
              id={id}
              type="file"
              accept={accept}
              disabled={disabled}
              aria-label={label}
              aria-describedby={[`${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')}
              aria-invalid={error ? true : undefined}
              onChange={(event) => choose(event.currentTarget)}
            />
            <IconUpload size={18} aria-hidden="true" />
            {file ? t('upload.another') : t('upload.choose')}
          </label>
          <label className={styles.way} data-camera data-disabled={disabled || undefined}>
            <input
              ref={camera}
              type="file"
              accept="image/*"
              capture="environment"
              disabled={disabled}
              onChange={(event) => choose(event.currentTarget)}
            />
            <IconCamera size={18} aria-hidden="true" />
            {t('upload.camera')}
          </label>
        </div>
      </div>
    </FieldFrame>
  );
}
