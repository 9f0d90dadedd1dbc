import { createContext, useContext, useEffect, useId, useRef, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useActionLock } from '../lib/action-lock.ts';
import { LockedButton } from './action-button.tsx';
import { Alert } from './alert.tsx';
import type { ButtonLook } from './button.tsx';
import styles from './form.module.css';
import type { FormModel } from './use-form.ts';

interface FormState {
  locked: boolean;
  fieldId: (name: string) => string;
}

const FormContext = createContext<FormState | undefined>(undefined);

/** The form around a piece of it. */
export function useFormState(): FormState {
  const state = useContext(FormContext);
  if (!state) throw new Error('a form piece needs a Form around it');
  return state;
}

export interface FormProps<Values extends object> {
  form: FormModel<Values>;
  /** Runs once for valid values; the submit button is locked until it settles. */
  onSubmit: (values: Values) => unknown;
  children: ReactNode;
}

/** A form in one column. A failed submit marks the fields and puts focus on a summary of what to mend. */
export function Form<Values extends object>({ form, onSubmit, children }: FormProps<Values>) {
  const prefix = useId();
  const { locked, run } = useActionLock();
  const [failures, setFailures] = useState(0);
  const state = { locked, fieldId: (name: string) => `${prefix}${name}` };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (form.validate().hasErrors) setFailures(failures + 1);
    else run(() => onSubmit(form.getValues()));
  };

  return (
    <FormContext value={state}>
      <form className={styles.form} onSubmit={submit} noValidate aria-busy={locked}>
        {failures > 0 && <ErrorSummary key={failures} errors={form.errors} />}
        {children}
      </form>
    </FormContext>
  );
}

function ErrorSummary({ errors }: { errors: Record<string, string | undefined> }) {
  const { t } = useTranslation();
  const { fieldId } = useFormState();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const wrong = Object.entries(errors).flatMap(([name, error]) => (typeof error === 'string' ? [{ name, error }] : []));
  if (wrong.length === 0) return null;

  return (
    <div ref={box} tabIndex={-1} className={styles.summary}>
      <Alert kind="error" title={t('form.summary', { count: wrong.length })}>
        <ul>
          {wrong.map(({ name, error }) => (
            <li key={name}>
              <a href={`#${fieldId(name)}`} onClick={(event) => focusField(event, fieldId(name))}>
                {t(error)}
              </a>
            </li>
          ))}
        </ul>
      </Alert>
    </div>
  );
}

function focusField(event: React.MouseEvent, id: string): void {
  event.preventDefault();
  document.getElementById(id)?.focus();
}

export interface SubmitButtonProps {
  children: ReactNode;
  /** What it says while the form is sent. */
  processing?: string;
  disabled?: boolean;
  /** A click on it while it is disabled marks what is wrong with the form. */
  explains?: boolean;
  /** Id of what says why. */
  describedBy?: string;
  fullWidth?: boolean;
  variant?: ButtonLook['variant'];
}

/** Sends the form around it, once at a time. */
export function SubmitButton(props: SubmitButtonProps) {
  const { locked } = useFormState();
  return (
    <LockedButton
      {...props}
      type="submit"
      locked={locked}
      // Leaving a field may show its error and move this button away before the click is complete.
      onMouseDown={(event) => event.preventDefault()}
    />
  );
}
