import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
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
