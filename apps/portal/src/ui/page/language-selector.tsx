import { IconChevronDown, IconWorld } from '@tabler/icons-react';
import { failureMessage } from '../../lib/errors/failures.ts';
import { changeLanguage, offeredLanguages } from '../../lib/texts/i18n.ts';
import { queryClient } from '../../lib/queries/query-client.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import styles from './language-selector.module.css';

/**
 * The tenant's languages, each in its own words (LANG-1). Hidden if there is only one. @param isIcon shows the icon
 * alone, for a header without room
 */
export function LanguageSelector({ isIcon = false }: { isIcon?: boolean }) {
  const { t, i18n } = useTranslation();
  const languages = offeredLanguages();
  if (languages.length < 2) return null;

  return (
    <label className={styles.selector} data-icon={isIcon || undefined}>
      <IconWorld size={20} aria-hidden="true" />
      <select
        aria-label={t('language.label')}
        autoComplete="off"
        value={i18n.language}
        onChange={(event) => void choose(event.target.value)}
      >
        {languages.map((language) => (
          <option key={language.code} value={language.code} lang={language.code}>
            {language.nativeName}
          </option>
        ))}
      </select>
      <IconChevronDown size={16} aria-hidden="true" />
    </label>
  );
}

async function choose(language: string): Promise<void> {
  try {
    await changeLanguage(language);
    // The server's names and messages come in the language of the request.
    await queryClient.invalidateQueries();
  } catch (error) {
    showToast({ kind: 'error', message: failureMessage(error) });
  }
}
