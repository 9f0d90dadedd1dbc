import { Contact } from '../../features/contact/contact.tsx';
import { useTranslation } from '../../lib/texts/texts.ts';
import { PageHeading } from '../../ui/page/page-heading.tsx';

/** A message to the marina's office (ACC-5). */
export function ContactUsPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('contactUs.title')}>{t('contactUs.intro')}</PageHeading>
      <Contact />
    </>
  );
}
