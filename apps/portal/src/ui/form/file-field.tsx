import { IconCamera, IconFile, IconUpload } from '@tabler/icons-react';
import { type DragEvent, type Ref, useRef, useState } from 'react';
import { numberFormat } from '../../lib/formats/formatters.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { FieldFrame } from './field.tsx';
import styles from './file-field.module.css';
import { useFormState } from './form.tsx';

interface Props {
  label: string;
  hint: string;
  /** The types that the browser's picker offers, such as `.pdf,image/*`. */
  accept: string;
  file: File | null;
  /** The error of the last choice, or of a missing file. */
  error: string | undefined;
  disabled?: boolean;
  /** The control, for moving the focus to it. */
  ref: Ref<HTMLInputElement>;
  /** Gets all files that were chosen or dropped. */
  onChoose: (files: readonly File[]) => void;
}

/** An input for one file: from the browser's picker, by drag and drop, or from a phone's camera. */
export function FileField({ label, hint, accept, file, error, disabled = false, ref, onChoose }: Props) {
  const { t, i18n } = useTranslation();
  const id = useFormState().fieldId('file');
  const camera = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const choose = (input: HTMLInputElement) => {
    const chosen = [...(input.files ?? [])];
    // Allows the same file to be chosen again, for example after it was corrected.
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
    numberFormat(i18n.language, { maximumFractionDigits: 1, minimumFractionDigits: 1 }).format(
      Math.max(0.1, bytes / 1024 / 1024),
    );

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
