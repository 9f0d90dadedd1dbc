import { IconAlertTriangle, IconCalendarDue, IconCircleCheck, IconCircleX, IconHourglass } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './status-badge.module.css';

export type StatusTone = 'settled' | 'due' | 'overdue' | 'waiting' | 'failed';

const icons: Record<StatusTone, typeof IconCircleCheck> = {
  settled: IconCircleCheck,
  due: IconCalendarDue,
  overdue: IconAlertTriangle,
  waiting: IconHourglass,
  failed: IconCircleX,
};

interface StatusBadgeProps {
  tone: StatusTone;
  /** Another icon, if several statuses share a colour. */
  icon?: typeof IconCircleCheck;
  children: ReactNode;
}

/** A status as icon, word and colour. Colour alone is never enough. */
export function StatusBadge({ tone, icon: Icon = icons[tone], children }: StatusBadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      <Icon size={16} aria-hidden="true" />
      {children}
    </span>
  );
}
