import { useTranslation } from '../../lib/texts/texts.ts';
import { VisuallyHidden } from '../visually-hidden.tsx';
import styles from './loading-skeleton.module.css';

/** Bars in place of the coming layout, visible only after 200 ms. `heights` in px, top to bottom. */
export function LoadingSkeleton({ heights }: { heights: readonly number[] }) {
  const { t } = useTranslation();
  return (
    <output className={styles.skeleton} data-loading>
      <VisuallyHidden>{t('general.loading')}</VisuallyHidden>
      {heights.map((height, place) => (
        <span key={place} className={styles.bar} style={{ height }} aria-hidden="true" />
      ))}
    </output>
  );
}
