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

/** Returns the state of the form around a component. */
export function useFormState(): FormState {
  const state = useContext(FormContext);
  if (!state) throw new Error('useFormState only works inside a Form');
  return state;
}

export interface FormProps<Values extends object> {
  form: FormModel<Values>;
  /** Runs once for valid values. The submit button is locked until it settles. */
  onSubmit: (values: Values) => unknown;
  children: ReactNode;
}

/** A form in one column. A failed submit marks the fields and moves the focus to a summary of the errors. */
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
  /** The text while the form is sent. */
  processing?: string;
  disabled?: boolean;
  /** A click on the disabled button marks the errors of the form. */
  explains?: boolean;
  /** Id of the element that tells the reason. */
  describedBy?: string | undefined;
  fullWidth?: boolean;
  variant?: ButtonLook['variant'];
}

/** Submits the form around it, one submit at a time. */
export function SubmitButton(props: SubmitButtonProps) {
  const { locked } = useFormState();
  return (
    <LockedButton
      {...props}
      type="submit"
      locked={locked}
      // A field that loses focus may show its error and move this button before the click is complete.
      onMouseDown={(event) => event.preventDefault()}
    />
  );
}
