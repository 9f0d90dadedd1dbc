import { VerifyPaper } from '../../features/agreements/verify-paper.tsx';
import { useTenant } from '../../lib/tenant.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { PageHeading } from '../../ui/page/page-heading.tsx';

/** Verifies that a PDF comes from the marina and is unchanged. */
export function VerifyPage() {
  const { t } = useTranslation();
  const { name } = useTenant();
  return (
    <>
      <PageHeading title={t('verify.title')}>{t('verify.intro', { marina: name })}</PageHeading>
      <VerifyPaper />
    </>
  );
}
