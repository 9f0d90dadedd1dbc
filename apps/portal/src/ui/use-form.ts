import { useRef, useState } from 'react';

type Name<Values> = keyof Values & string;

/** Keys of texts by field, so that errors follow the language. */
export type FormErrors<Values> = { [Field in Name<Values>]?: string };

/** Judges each field by all values: the key of what is wrong, or null. */
export type FormRules<Values> = {
  [Field in Name<Values>]?: (value: Values[Field], values: Values) => string | null;
};

export interface FormModel<Values extends object> {
  values: Values;
  errors: FormErrors<Values>;
  /** The values as they are now, also within a handler that ran since the last drawing. */
  getValues: () => Values;
  /** Changes a field and clears its error. */
  setFieldValue: <Field extends Name<Values>>(name: Field, value: Values[Field]) => void;
  setErrors: (errors: FormErrors<Values>) => void;
  validateField: (name: Name<Values>) => void;
  /** Judges all fields and shows what is wrong. */
  validate: () => { hasErrors: boolean };
}

/** The state of a form: what was typed, and what is wrong with it. */
export function useForm<Values extends object>(options: {
  initialValues: Values;
  validate: FormRules<Values>;
}): FormModel<Values> {
  const [values, setValues] = useState(options.initialValues);
  const [errors, setErrors] = useState<FormErrors<Values>>({});
  const latest = useRef(options.initialValues);

  const judge = (name: Name<Values>) => options.validate[name]?.(latest.current[name], latest.current) ?? undefined;
  const showError = (name: Name<Values>, error: string | undefined) =>
    setErrors((shown) => ({ ...shown, [name]: error }));

  return {
    values,
    errors,
    getValues: () => latest.current,
    setFieldValue: (name, value) => {
      latest.current = { ...latest.current, [name]: value };
      setValues(latest.current);
      showError(name, undefined);
    },
    setErrors,
    validateField: (name) => showError(name, judge(name)),
    validate: () => {
      const found: FormErrors<Values> = {};
      for (const name of Object.keys(options.validate) as Name<Values>[]) {
        const error = judge(name);
        if (error) found[name] = error;
      }
      setErrors(found);
      return { hasErrors: Object.keys(found).length > 0 };
    },
  };
}
