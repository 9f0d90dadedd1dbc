import { useEffect } from 'react';
import type { FormModel } from '../../ui/form/use-form.ts';
import { type CheckoutValues, somethingNew } from './checkout-values.ts';

/** Asks for a new card once the chosen one is removed elsewhere. @param isKept if the chosen card is still stored */
export function useRemovedCard(form: FormModel<CheckoutValues>, isKept: boolean): void {
  const isGone = form.values.cardId !== somethingNew && !isKept;
  useEffect(() => {
    if (isGone) form.setFieldValue('cardId', somethingNew);
  });
}
