import type { ReactNode } from 'react';
import styles from './button.module.css';

export interface ButtonLook {
  /** `filled` for the main action, `danger` if it destroys, `default` for others, `subtle` for minor ones. */
  variant?: 'filled' | 'danger' | 'default' | 'subtle' | undefined;
  icon?: ReactNode;
  fullWidth?: boolean;
  children?: ReactNode;
}

type ButtonProps = ButtonLook & React.ButtonHTMLAttributes<HTMLButtonElement> & { type: 'button' | 'submit' };

/** The look of buttons. Use ActionButton for everything that starts an action. */
export function Button({ variant = 'filled', icon, fullWidth = false, children, type, ...button }: ButtonProps) {
  return (
    <button {...button} type={type} className={styles.button} data-variant={variant} data-full={fullWidth || undefined}>
      {icon}
      <span className={styles.label}>{children}</span>
    </button>
  );
}

type AnchorButtonProps = ButtonLook &
  React.AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: React.Ref<HTMLAnchorElement> };

/** A link that looks like a button, for addresses outside the router, such as a PDF. */
export function AnchorButton({ variant = 'default', icon, fullWidth = false, children, ...anchor }: AnchorButtonProps) {
  return (
    <a {...anchor} className={styles.button} data-variant={variant} data-full={fullWidth || undefined}>
      {icon}
      <span className={styles.label}>{children}</span>
    </a>
  );
}
