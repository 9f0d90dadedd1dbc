import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** Shows a notice about a card that needs no decision. */
export function NoticeDialog({ title, onClose, children }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={title}
      size="question"
      onClose={onClose}
      footer={
        <Button type="button" onClick={onClose}>
          {t('cards.ok')}
        </Button>
      }
    >
      {children}
    </Dialog>
  );
}
