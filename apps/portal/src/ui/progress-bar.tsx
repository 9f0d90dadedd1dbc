import { useId } from 'react';
import { numberFormat } from '../lib/formats/formatters.ts';
import { useTranslation } from '../lib/texts/texts.ts';
import styles from './progress-bar.module.css';

/** Shows progress. @param share from 0 to 1 */
export function ProgressBar({ label, share }: { label: string; share: number }) {
  const { i18n } = useTranslation();
  const id = useId();
  const percent = numberFormat(i18n.language, { style: 'percent' }).format(share);
  return (
    <div className={styles.progress}>
      <span id={id}>{label}</span>
      <span aria-hidden="true">{percent}</span>
      <progress className={styles.bar} aria-labelledby={id} value={share} max={1} />
    </div>
  );
}
