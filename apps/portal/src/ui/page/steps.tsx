import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../lib/texts/texts.ts';
import styles from './steps.module.css';
import { VisuallyHidden } from '../visually-hidden.tsx';

interface Props {
  /** Names the goal of the steps. */
  label: string;
  steps: readonly string[];
  /** Counted from 0. */
  current: number;
}

/**
 * The progress through a few steps: an ordered list with the current step marked. It takes the focus when it
 * changes.
 */
export function Steps({ label, steps, current }: Props) {
  const { t } = useTranslation();
  const present = useRef<HTMLLIElement>(null);
  const before = useRef(current);
  useEffect(() => {
    if (before.current !== current) present.current?.focus();
    before.current = current;
  }, [current]);
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map((step, place) => (
        <li
          key={step}
          ref={place === current ? present : undefined}
          tabIndex={-1}
          className={styles.step}
          data-done={place < current || undefined}
          aria-current={place === current ? 'step' : undefined}
        >
          <span className={styles.name}>
            {place < current ? <IconCheck size={16} aria-hidden /> : `${place + 1}.`} {step}
            {place < current && <VisuallyHidden>{t('general.stepDone')}</VisuallyHidden>}
          </span>
        </li>
      ))}
    </ol>
  );
}
