import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from '../../lib/texts/texts.ts';
import styles from './steps.module.css';
import { VisuallyHidden } from '../visually-hidden.tsx';

interface Props {
  /** Names the goal of the steps, unless something around them does. */
  label?: string;
  steps: readonly { name: ReactNode; isDone: boolean }[];
  /** Counted from 0. */
  current: number;
  /** True if the step takes the focus when it changes. A page with a heading of its own gives that the focus. */
  takesFocus?: boolean;
}

/** The progress through a few steps: an ordered list with the current step marked (decision P2.40). */
export function Steps({ label, steps, current, takesFocus = false }: Props) {
  const { t } = useTranslation();
  const present = useRef<HTMLLIElement>(null);
  const before = useRef(current);
  useEffect(() => {
    if (takesFocus && before.current !== current) present.current?.focus();
    before.current = current;
  }, [current, takesFocus]);
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map(({ name, isDone }, place) => (
        <li
          key={place}
          ref={place === current ? present : undefined}
          tabIndex={takesFocus ? -1 : undefined}
          data-done={isDone || undefined}
          aria-current={place === current ? 'step' : undefined}
        >
          <span className={styles.mark} aria-hidden>
            {isDone ? <IconCheck size={16} /> : place + 1}
          </span>
          <span>{name}</span>
          {isDone && <VisuallyHidden>{t('general.stepDone')}</VisuallyHidden>}
        </li>
      ))}
    </ol>
  );
}
