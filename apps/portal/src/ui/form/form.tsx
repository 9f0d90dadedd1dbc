import { apiBase, type Call } from '@quayside/contract/shared/call.ts';
import { createContext, useContext, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useActionLock } from '../../lib/actions/action-lock.ts';
import { isChosen } from '../../lib/first-screen/early-actions.ts';
import { toastFailure } from '../../lib/errors/failures.ts';
import { type Failures, useAction } from '../../lib/actions/use-action.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { LockedButton } from '../action-button.tsx';
import { Alert } from '../message/alert.tsx';
import type { ButtonLook } from '../button.tsx';
import { FailureAlert } from '../message/failure-alert.tsx';
import styles from './form.module.css';
import type { FormErrors, FormModel } from './use-form.ts';

interface FormState {
  isRunning: boolean;
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

export interface FormProps<Values extends object, Answer> {
  form: FormModel<Values>;
  /** Runs once for valid values. The submit button is locked until it settles. The form shows its failure. */
  onSubmit: (values: Values) => Promise<Answer> | Answer;
  /** Gets what `onSubmit` answered. */
  onDone?: (answer: Answer) => unknown;
  /** The reaction to each failure. By default, the form shows the failure's own message. */
  failures?: Failures;
  /** The call that takes the form as it is. The browser posts to it without scripts, and before they run. */
  call?: Pick<Call, 'path'>;
  /** The code of the failure with which the server has answered such a post. It stands in the page's address. */
  problem?: string | undefined;
  children: ReactNode;
}

/**
 * A form in one column. Wrong fields are marked, and the focus moves to a summary of them. Any other failure of
 * `onSubmit` stands above the fields.
 */
export function Form<Values extends object, Answer>({ form, call, children, ...on }: FormProps<Values, Answer>) {
  const { t } = useTranslation();
  const prefix = useId();
  const { isRunning, locked, run } = useActionLock();
  const [failures, setFailures] = useState(0);
  const action = useAction(on.onSubmit, on);
  const box = useRef<HTMLFormElement>(null);
  const drawn = useRef(form);
  useLayoutEffect(() => takeOver(box.current, drawn.current), []);
  const state = { isRunning, locked, fieldId: (name: string) => `${prefix}${name}` };
  const isShown = action.failure && (!action.failure.words.fields || action.failure.words.title);

  const send = async () => {
    const failure = await action.run(form.getValues());
    const { fields, title, text } = failure?.words ?? {};
    // The reader has gone to another page meanwhile.
    if (failure && !box.current) return toastFailure(failure.error, title && t(title), text ? t(text) : undefined);
    if (fields) form.setErrors(fields as FormErrors<Values>);
    if (fields && !title) setFailures(failures + 1);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (form.validate().hasErrors) setFailures(failures + 1);
    else run(send);
  };

  return (
    <FormContext value={state}>
      <form
        ref={box}
        className={styles.form}
        // Never GET: it would put what was typed into the address. "dialog" sends nothing: it is for forms whose call
        // takes none.
        method={import.meta.env.SSR && !call ? 'dialog' : 'post'}
        action={call && apiBase + call.path}
        onSubmit={submit}
        noValidate
        aria-busy={isRunning}
      >
        {failures > 0 && <ErrorSummary key={failures} errors={form.errors} />}
        {isShown && <FailureAlert failure={action.failure} />}
        {children}
      </form>
    </FormContext>
  );
}

/** Takes over the server's HTML, with what the reader typed and chose in it before the scripts ran. */
function takeOver<Values extends object>(box: HTMLFormElement | null, form: FormModel<Values>): void {
  if (!box) return;
  // React leaves the attributes of the server's HTML as they are.
  box.method = 'post';
  for (const field of box.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input,textarea,select')) {
    const name = field.name as keyof Values & string;
    const isChanged = 'options' in field ? isChosen(field) : field.value !== field.defaultValue;
    if (!isChanged || typeof form.values[name] !== 'string') continue;
    form.setFieldValue(name, field.value as Values[typeof name]);
  }
}

/**
 * Screen readers announce it once, when it appears and has the focus. After that they read only the fields: an entry
 * that was corrected disappears in silence.
 */
function ErrorSummary({ errors }: { errors: Record<string, string | undefined> }) {
  const { t } = useTranslation();
  const { fieldId } = useFormState();
  const box = useRef<HTMLDivElement>(null);
  const [wasRead, setWasRead] = useState(false);
  useEffect(() => box.current?.focus(), []);
  const wrong = Object.entries(errors).flatMap(([name, error]) => (typeof error === 'string' ? [{ name, error }] : []));
  if (wrong.length === 0) return null;

  return (
    <div ref={box} tabIndex={-1} className={styles.summary} onBlur={() => setWasRead(true)}>
      <Alert kind="error" quiet={wasRead} title={t('form.summary', { count: wrong.length })}>
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
  const { isRunning, locked } = useFormState();
  return (
    <LockedButton
      {...props}
      type="submit"
      isRunning={isRunning}
      locked={locked}
      // A field that loses focus may show its error and move this button before the click is complete.
      onMouseDown={(event) => event.preventDefault()}
    />
  );
}
