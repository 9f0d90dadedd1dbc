import type { ReactNode } from 'react';
import { ActionButton } from '../action-button.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  title: string;
  children: ReactNode;
  /** The labels of the two buttons. */
  yes: string;
  no: string;
  processing?: string;
  onYes: () => unknown;
  onNo: () => void;
}

/** Asks for confirmation before something is lost. The two buttons name their actions. */
export function QuestionDialog({ title, children, yes, no, processing, onYes, onNo }: Props) {
  return (
    <Dialog
      title={title}
      size="question"
      onClose={onNo}
      footer={
        <>
          <ActionButton variant="default" onAction={onNo}>
            {no}
          </ActionButton>
          <ActionButton variant="danger" {...(processing !== undefined && { processing })} onAction={onYes}>
            {yes}
          </ActionButton>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
