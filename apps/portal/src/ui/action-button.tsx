import type { ReactNode } from 'react';
import { useActionLock } from '../lib/actions/action-lock.ts';
import type { ActionLock } from '../lib/actions/action-lock.ts';
import { useTranslation } from '../lib/texts/texts.ts';
import { Button } from './button.tsx';
import type { ButtonLook } from './button.tsx';
import { Spinner } from './spinner.tsx';

export interface ActionButtonProps {
  children: ReactNode;
  /** The text while the action runs, such as "Paying…". Default: "Processing…". */
  processing?: string;
  /** The action. It may return a promise. The button ignores clicks until that settles, and for 2000 ms at least. */
  onAction: () => unknown;
  variant?: ButtonLook['variant'];
  /** Takes no clicks. `describedBy` tells why. */
  disabled?: boolean;
  /** Takes clicks while disabled, because they show what is missing. */
  explains?: boolean;
  describedBy?: string | undefined;
  fullWidth?: boolean;
  icon?: ReactNode;
  /** The shared lock of several buttons that start the same action. */
  lock?: ActionLock;
}

/** A button that does something once: it ignores repeated clicks and shows its processing text (SHELL-9). */
export function ActionButton({ lock, onAction, ...props }: ActionButtonProps) {
  const own = useActionLock();
  const { isRunning, locked, run } = lock ?? own;
  return <LockedButton {...props} type="button" isRunning={isRunning} locked={locked} onClick={() => run(onAction)} />;
}

type LockedButtonProps = Omit<ActionButtonProps, 'onAction' | 'lock'> & {
  type: 'button' | 'submit';
  isRunning: boolean;
  locked: boolean;
  onClick?: () => void;
  onMouseDown?: (event: React.MouseEvent) => void;
};

/** Stays focusable while it is locked, so that keyboard users keep their place. */
export function LockedButton({
  isRunning,
  locked,
  processing,
  children,
  disabled,
  explains = false,
  describedBy,
  icon,
  ...button
}: LockedButtonProps) {
  const { t } = useTranslation();
  return (
    <Button
      {...button}
      icon={isRunning ? <Spinner /> : icon}
      aria-disabled={locked || disabled || undefined}
      data-disabled={disabled || undefined}
      aria-describedby={describedBy}
      data-locked={locked || undefined}
      {...(disabled && !explains ? { onClick: (event: React.MouseEvent) => event.preventDefault() } : {})}
    >
      {isRunning ? (processing ?? t('general.processing')) : children}
    </Button>
  );
}
