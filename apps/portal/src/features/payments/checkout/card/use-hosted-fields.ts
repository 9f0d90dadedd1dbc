import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from '../../../../lib/texts/texts.ts';
import type { FormModel } from '../../../../ui/form/use-form.ts';
import type { FieldsDriver, HostedFieldName, HostedFields } from '../../drivers/card-driver.ts';

export const containerId = (name: HostedFieldName) => `hosted-${name}`;

interface FieldState {
  isValid: boolean;
  isEmpty: boolean;
  hasFocus: boolean;
  /** True once the field has lost focus. Only then may it show an error. */
  wasLeft: boolean;
}

/** Gives a field this background. An empty one gives back the theme's. */
function paint(name: HostedFieldName, colour: string): void {
  document.getElementById(containerId(name))?.style.setProperty('background', colour);
}

export type FieldStates = Record<HostedFieldName, FieldState>;

const untouched: FieldState = { isValid: false, isEmpty: true, hasFocus: false, wasLeft: false };
const allUntouched: FieldStates = { cardNumber: untouched, expiryDate: untouched, cvv: untouched };

/** Keeps the values of a form that tell which frames are valid. */
export const followFrames =
  ({ getValues, setFieldValue }: FormModel<Record<HostedFieldName, boolean>>) =>
  (name: HostedFieldName, isValid: boolean) => {
    if (getValues()[name] !== isValid) setFieldValue(name, isValid);
  };

/**
 * Sets up the provider's frames in their containers, which must be on the page, and follows their reports.
 * `onFailure` must not change between renders. @param optional names of fields that may stay empty
 */
export function useHostedFields(
  driver: FieldsDriver | undefined,
  names: readonly HostedFieldName[],
  onFailure: (error: unknown) => void,
  onValidity: (field: HostedFieldName, isValid: boolean) => void = () => undefined,
  optional: readonly HostedFieldName[] = [],
) {
  const { t } = useTranslation();
  const tell = useEffectEvent(onValidity);
  const [fields, setFields] = useState<HostedFields>();
  const [states, setStates] = useState(allUntouched);
  const key = names.join(' ');

  useEffect(() => {
    if (!driver || key === '') return undefined;
    const fieldNames = key.split(' ') as HostedFieldName[];
    let isWanted = true;
    const change = (name: HostedFieldName, to: Partial<FieldState>) => {
      if (isWanted) setStates((before) => ({ ...before, [name]: { ...before[name], ...to } }));
    };
    const hosted = Object.fromEntries(
      fieldNames.map((name) => [
        name,
        {
          selector: `#${containerId(name)}`,
          placeholder: t(`cards.placeholder.${name}`),
          label: t(`cards.${name}`),
          isOptional: optional.includes(name),
        },
      ]),
    );
    const surface = getComputedStyle(document.documentElement).getPropertyValue('--qs-surface');
    driver.setUpFields(hosted).then(
      (ready) => {
        if (!isWanted) return;
        // The frames keep the colours that they start with. If the device turns dark later, so must their ground: a
        // white number on white is not readable.
        for (const name of fieldNames) paint(name, surface);
        ready.onChange((name, now) => {
          change(name, now.hasFocus === false ? { ...now, wasLeft: true } : now);
          if (now.isValid !== undefined) tell(name, now.isValid);
        });
        setFields(ready);
      },
      (error: unknown) => isWanted && onFailure(error),
    );
    return () => {
      isWanted = false;
      setFields(undefined);
      setStates(allUntouched);
      for (const name of fieldNames) {
        document.getElementById(containerId(name))?.replaceChildren();
        paint(name, '');
        tell(name, false);
      }
    };
    // A change of language does not set them up again, because typed values would be lost.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [driver, key, onFailure]);

  return { fields, states };
}
