import { useTranslation } from 'react-i18next';

interface Named {
  title: string;
  translationKey: string;
}

/** What an app or a part is called: the text of its key where there is one, else its title. */
export function useAppText(): (named: Named) => string {
  const { t, i18n } = useTranslation();
  return ({ title, translationKey }) =>
    translationKey !== '' && i18n.exists(translationKey) ? t(translationKey) : title;
}
