import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type AllowedHtml, drawHtml } from '../../ui/draw-html.ts';
import { NoticeDialog } from './notice-dialog.tsx';

/** The elements that the provider's text may contain (decision P2.37). */
const allowed: AllowedHtml = { p: [], br: [], b: [], ul: [], li: [] };

/** Tells in our own words why the card provider refuses a card. */
export function ProviderErrorDialog({ message, onClose }: { message: string; onClose: () => void }) {
  const { t } = useTranslation();
  const nodes = useMemo(() => drawHtml(message, allowed, {}), [message]);
  return (
    <NoticeDialog title={t('cards.errorTitle')} onClose={onClose}>
      {nodes}
    </NoticeDialog>
  );
}
