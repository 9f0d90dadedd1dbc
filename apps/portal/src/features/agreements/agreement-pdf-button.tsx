import { downloadAgreement } from '@quayside/contract/agreements/agreement-papers.ts';
import { IconFileTypePdf } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { callUrl } from '../../lib/calls/api.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { AnchorButton, type ButtonLook } from '../../ui/button.tsx';

interface Props {
  guid: string;
  variant?: ButtonLook['variant'];
  /** Names the agreement for screen readers, if a page has several of these buttons. */
  label?: string;
  children?: ReactNode;
}

/** Opens the agreement as a PDF: sealed if it is signed, otherwise marked as not signed. */
export function AgreementPdfButton({ guid, variant = 'default', label, children }: Props) {
  const { t } = useTranslation();
  return (
    <AnchorButton
      variant={variant}
      href={callUrl(downloadAgreement, { params: { agreementGuid: guid } })}
      target="_blank"
      rel="noopener"
      aria-label={label}
      icon={<IconFileTypePdf size={20} aria-hidden="true" />}
    >
      {children ?? t('agreements.download')}
    </AnchorButton>
  );
}
