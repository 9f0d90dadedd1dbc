import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

/** The last digits of a card behind stars. Both keep their order in right-to-left languages. */
export function CardDigits({ digits }: { digits: string }) {
  const { t } = useTranslation();
  return (
    <>
      <bdi dir="ltr" aria-hidden="true">
        **** {digits}
      </bdi>
      <VisuallyHidden>{t('cards.ending', { digits })}</VisuallyHidden>
    </>
  );
}
