import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from './signing-steps.module.css';

interface Props {
  /** True if there is nothing to read: then there is no such step. */
  isEmpty: boolean;
  isRead: boolean;
  isEmailValid: boolean;
}

/** The steps to do, in this order, with those that are done. A screen reader hears when one is done. */
export function SigningSteps({ isEmpty, isRead, isEmailValid }: Props) {
  const { t } = useTranslation();
  const steps = [
    ...(isEmpty ? [] : [{ words: t('agreements.stepRead'), isDone: isRead }]),
    { words: t('agreements.stepEmail'), isDone: isEmailValid },
    { words: t('agreements.stepSign'), isDone: false },
  ];
  return (
    <ol className={styles.steps} aria-label={t('agreements.steps')}>
      {steps.map(({ words, isDone }, place) => (
        <li key={words} data-done={isDone || undefined} aria-live="polite" aria-atomic="true">
          <span className={styles.mark} aria-hidden="true">
            {isDone ? <IconCircleCheckFilled size={28} /> : place + 1}
          </span>
          <span>
            {words}
            {isDone && <VisuallyHidden>, {t('general.stepDone')}</VisuallyHidden>}
          </span>
        </li>
      ))}
    </ol>
  );
}
