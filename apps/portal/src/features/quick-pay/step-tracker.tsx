import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/texts/texts.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { canGoTo, type Progress, type Step, steps } from './steps.ts';
import styles from './step-tracker.module.css';

interface Props {
  progress: Progress;
  /** Renders a link back to a visited step, with the given name. */
  linkTo: (step: Step, name: ReactNode) => ReactNode;
}

/** The progress: an ordered list with the current step marked (decision P2.40). */
export function StepTracker({ progress, linkTo }: Props) {
  const { t } = useTranslation();
  const { visited, current } = progress;
  return (
    <nav aria-label={t('quickPay.steps')}>
      <ol className={styles.steps}>
        {steps.map((step) => {
          const isDone = step < current && visited.includes(step);
          const name = <span>{t(`quickPay.step.${step}`)}</span>;
          return (
            <li key={step} aria-current={step === current ? 'step' : undefined} data-done={isDone || undefined}>
              <span className={styles.mark} aria-hidden>
                {isDone ? <IconCheck size={16} /> : step}
              </span>
              {canGoTo(step, progress) ? linkTo(step, name) : name}
              {isDone && <VisuallyHidden>{t('quickPay.stepDone')}</VisuallyHidden>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
