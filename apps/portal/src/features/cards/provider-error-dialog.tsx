import { useMemo, useState } from 'react';
import type { ApiError } from '../../lib/calls/api-error.ts';
import { failureMessage } from '../../lib/errors/failures.ts';
import type { Failures } from '../../lib/actions/use-action.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { type AllowedHtml, drawHtml } from '../../ui/html/draw-html.ts';

/** The elements that the provider's text may contain (decision P2.37). */
const allowed: AllowedHtml = { p: [], br: [], b: [], ul: [], li: [] };

/** Tells in our own words why the card provider refuses a card. */
export function ProviderErrorDialog({ message, onClose }: { message: string; onClose: () => void }) {
  const { t } = useTranslation();
  const nodes = useMemo(() => drawHtml(message, allowed, {}), [message]);
  return (
    <Dialog
      title={t('cards.errorTitle')}
      size="question"
      onClose={onClose}
      footer={
        <Button type="button" onClick={onClose}>
          {t('cards.ok')}
        </Button>
      }
    >
      {nodes}
    </Dialog>
  );
}

/** Shows in a dialog that the provider refused a card or an address. The form shows every other failure itself. */
export function useProviderRefusal() {
  const [refusal, setRefusal] = useState<ApiError>();
  const failures: Failures = { CARD_REFUSED: setRefusal };
  const dialog = refusal && (
    <ProviderErrorDialog message={failureMessage(refusal)} onClose={() => setRefusal(undefined)} />
  );
  return { failures, dialog };
}
