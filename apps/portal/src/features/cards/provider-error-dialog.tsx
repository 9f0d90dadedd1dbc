import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type AllowedHtml, drawHtml } from '../../ui/draw-html.ts';
import { NoticeDialog } from './notice-dialog.tsx';

/** Of the provider's text (decision P2.37). */
const allowed: AllowedHtml = { p: [], br: [], b: [], ul: [], li: [] };

/** What the card provider says went wrong, in its own words. */
export function ProviderErrorDialog({ message, onClose }: { message: string; onClose: () => void }) {
  const { t } = useTranslation();
  const nodes = useMemo(() => drawHtml(message, allowed, {}), [message]);
  return (
    <NoticeDialog title={t('cards.errorTitle')} onClose={onClose}>
      {nodes}
    </NoticeDialog>
  );
}
