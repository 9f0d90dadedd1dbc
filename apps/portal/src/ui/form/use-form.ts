import { useRef, useState } from 'react';

type Name<Values> = keyof Values & string;

/** Text keys by field, so that errors follow the language. */
export type FormErrors<Values> = { [Field in Name<Values>]?: string };

/** Validates each field with all values. Returns the text key of the error, or null. */
export type FormRules<Values> = {
  [Field in Name<Values>]?: (value: Values[Field], values: Values) => string | null;
};

export interface FormModel<Values extends object> {
  values: Values;
  errors: FormErrors<Values>;
  /** The current values, also inside a handler that runs after a change and before the next render. */
  getValues: () => Values;
  /** Changes a field and clears its error. */
  setFieldValue: <Field extends Name<Values>>(name: Field, value: Values[Field]) => void;
  /** Marks fields that the server refused. */
  setErrors: (errors: FormErrors<Values>) => void;
  validateField: (name: Name<Values>) => void;
  /** Validates all fields and shows the errors. */
  validate: () => { hasErrors: boolean };
}

/** Returns the rule of a text that must not be empty. @param error text key */
export const filled = (error: string) => (value: string) => (value.trim() === '' ? error : null);

/** Returns the rule of a password that must not be empty. Spaces count. @param error text key */
export const typed = (error: string) => (value: string) => (value === '' ? error : null);

/** The state of a form: its values and its errors. */
export function useForm<Values extends object>(options: {
  initialValues: Values;
  validate: FormRules<Values>;
}): FormModel<Values> {
  const [values, setValues] = useState(options.initialValues);
  const [errors, setErrors] = useState<FormErrors<Values>>({});
  const latest = useRef(options.initialValues);
  // The server's errors. They hold until their field changes, also when its own rule is kept.
  const submitErrors = useRef<FormErrors<Values>>({});

  const errorOf = (name: Name<Values>) =>
    options.validate[name]?.(latest.current[name], latest.current) ?? submitErrors.current[name];
  const showError = (name: Name<Values>, error: string | undefined) =>
    setErrors((shown) => ({ ...shown, [name]: error }));

  return {
    values,
    errors,
    getValues: () => latest.current,
    setFieldValue: (name, value) => {
      latest.current = { ...latest.current, [name]: value };
      setValues(latest.current);
      delete submitErrors.current[name];
      showError(name, undefined);
    },
    setErrors: (given) => setErrors((submitErrors.current = given)),
    validateField: (name) => showError(name, errorOf(name)),
    validate: () => {
      submitErrors.current = {};
      const found: FormErrors<Values> = {};
      for (const name of Object.keys(options.validate) as Name<Values>[]) {
        const error = errorOf(name);
        if (error) found[name] = error;
      }
      setErrors(found);
      return { hasErrors: Object.keys(found).length > 0 };
    },
  };
}
