import { useTranslation } from '../../lib/texts/texts.ts';
import styles from './skip-link.module.css';

/** The id of every layout's main part. */
export const mainId = 'main';

/** The first stop of the keyboard: it skips the header and leads to the content. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a className={styles.link} href={`#${mainId}`}>
      {t('general.skipToContent')}
    </a>
  );
}
