import { useState } from 'react';
import type { ApiError } from '../../lib/api-error.ts';
import { failureMessage } from '../../lib/failures.ts';
import type { Failures } from '../../lib/use-action.ts';
import { ProviderErrorDialog } from './provider-error-dialog.tsx';

/** Shows in a dialog that the provider refused a card or an address. The form shows every other failure itself. */
export function useProviderRefusal() {
  const [refusal, setRefusal] = useState<ApiError>();
  const failures: Failures = { CARD_REFUSED: setRefusal };
  const dialog = refusal && (
    <ProviderErrorDialog message={failureMessage(refusal)} onClose={() => setRefusal(undefined)} />
  );
  return { failures, dialog };
}
