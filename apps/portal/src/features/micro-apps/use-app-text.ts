import { useTranslation } from 'react-i18next';

interface Named {
  title: string;
  translationKey: string;
}

/** Returns a function that names an app or a part: the text of its key if there is one, else its title. */
export function useAppText(): (named: Named) => string {
  const { t, i18n } = useTranslation();
  return ({ title, translationKey }) =>
    translationKey !== '' && i18n.exists(translationKey) ? t(translationKey) : title;
}
