import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useActionLock } from '../lib/action-lock.ts';
import { download } from '../lib/download.ts';
import { AnchorButton } from './button.tsx';
import { Spinner } from './spinner.tsx';

/** Stores a file of the server. It shows that the file is on its way, and says so if it can't be made. */
export function DownloadButton({ href, icon, children }: { href: string; icon: ReactNode; children: string }) {
  const { t } = useTranslation();
  const { locked, run } = useActionLock();
  return (
    <AnchorButton
      href={href}
      download
      icon={locked ? <Spinner /> : icon}
      aria-disabled={locked || undefined}
      onClick={(event) => {
        event.preventDefault();
        run(() => download(href));
      }}
    >
      {locked ? t('general.processing') : children}
    </AnchorButton>
  );
}
