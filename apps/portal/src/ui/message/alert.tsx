import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './alert.module.css';

export type AlertKind = 'success' | 'info' | 'warning' | 'error';

const icons: Record<AlertKind, typeof IconInfoCircle> = {
  success: IconCircleCheck,
  info: IconInfoCircle,
  warning: IconAlertTriangle,
  error: IconAlertTriangle,
};

export interface AlertProps {
  kind: AlertKind;
  title?: ReactNode;
  children?: ReactNode;
  /** One action that helps. */
  action?: ReactNode;
  /** True if screen readers don't announce it: they have read it already. */
  quiet?: boolean;
}

/** A message that a person must see here. Screen readers announce errors at once. */
export function Alert({ kind, title, children, action, quiet }: AlertProps) {
  const Icon = icons[kind];
  return (
    <div className={styles.alert} data-kind={kind} role={quiet ? undefined : kind === 'error' ? 'alert' : 'status'}>
      <Icon size={22} aria-hidden="true" />
      <div className={styles.text}>
        {title && <strong>{title}</strong>}
        {children && <div>{children}</div>}
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  );
}
