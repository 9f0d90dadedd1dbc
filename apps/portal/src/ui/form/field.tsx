import { IconAlertCircle } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from '../../lib/texts/texts.ts';
import styles from './field.module.css';
import { useFormState } from './form.tsx';
import type { FormModel } from './use-form.ts';

export interface FieldProps<Values extends object> {
  form: FormModel<Values>;
  /** The name of a text field of the form. */
  name: keyof Values & string;
  label: string;
  hint?: string;
  required?: boolean;
  disabled?: boolean;
  /** A known value: visible and announced, but not editable. It keeps the focus, which a disabled field loses. */
  readOnly?: boolean | undefined;
  /** The field is validated when it is emptied after it held something. */
  validatesEmptied?: boolean;
  /** The kind of value that the browser may fill in, such as `email` or `address-line1`. */
  autoComplete: string;
  /** Id of another element that describes it. */
  describedBy?: string;
}

/** For names, codes, addresses and dates, which no dictionary has: a phone would change what was typed. */
export const uncorrected = { spellCheck: false, autoCorrect: 'off' } as const;

/**
 * Returns the props that all fields share: label above, hint under it, error below with an icon. A field is
 * validated when it loses focus with a value in it. Its error disappears when it changes.
 */
export function useField<Values extends object>(props: FieldProps<Values>) {
  const {
    form,
    name,
    label,
    hint,
    required = false,
    disabled,
    readOnly,
    validatesEmptied = false,
    autoComplete,
    describedBy,
  } = props;
  const { t } = useTranslation();
  const id = useFormState().fieldId(name);
  const wasWritten = useRef(false);
  const error: string | undefined = form.errors[name];
  const described = [hint && `${id}-hint`, error && `${id}-error`, describedBy].filter(Boolean).join(' ');

  const input = {
    id,
    name,
    disabled,
    readOnly,
    autoComplete,
    className: styles.input,
    value: String(form.values[name]),
    'aria-required': required,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) => {
      wasWritten.current = true;
      form.setFieldValue(name, event.currentTarget.value as Values[keyof Values & string]);
    },
    onBlur: () => {
      if (form.getValues()[name] !== '' || (validatesEmptied && wasWritten.current)) form.validateField(name);
    },
  };
  return { input, frame: { id, label, hint, error: error && t(error) } };
}

interface FieldFrameProps {
  id: string;
  label: string;
  hint: string | undefined;
  error: string | undefined;
  children: ReactNode;
}

/** The label, hint and error around an input. */
export function FieldFrame({ id, label, hint, error, children }: FieldFrameProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {children}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/** The error below a field, in the reader's language. @param id for the field's `aria-describedby` */
export function FieldError({ id, children }: { id?: string; children: string }) {
  return (
    <p id={id} className={styles.error}>
      <IconAlertCircle size={16} aria-hidden="true" />
      {children}
    </p>
  );
}
