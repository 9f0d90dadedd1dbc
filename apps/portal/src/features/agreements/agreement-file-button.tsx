import { getFile } from '@quayside/contract/agreements/agreement-papers.ts';
import type { AgreementFile } from '@quayside/contract/agreements/agreements.ts';
import { IconFileTypePdf } from '@tabler/icons-react';
import { callUrl } from '../../lib/calls/api.ts';
import { AnchorButton } from '../../ui/button.tsx';

/** A PDF of the signed-in account's agreement, with its name. */
export function AgreementFileButton({ file: { guid, name } }: { file: AgreementFile }) {
  return (
    <AnchorButton
      href={callUrl(getFile, { params: { guid } })}
      target="_blank"
      rel="noopener"
      icon={<IconFileTypePdf size={20} aria-hidden="true" />}
    >
      {name}
    </AnchorButton>
  );
}
