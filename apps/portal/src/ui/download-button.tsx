import type { ReactNode } from 'react';
import { useActionLock } from '../lib/actions/action-lock.ts';
import { callerHeaders, refusal } from '../lib/calls/api.ts';
import { ApiError } from '../lib/calls/api-error.ts';
import { useTranslation } from '../lib/texts/texts.ts';
import { AnchorButton } from './button.tsx';
import styles from './download-button.module.css';
import { Spinner } from './spinner.tsx';

interface DownloadButtonProps {
  href: string;
  icon: ReactNode;
  /** The name of the file's format, which is part of the name below. A phone shows it alone. */
  format?: string;
  children: string;
}

/** Stores a file of the server. It shows that the file is on its way, and says so if it can't be made. */
export function DownloadButton({ href, icon, format, children }: DownloadButtonProps) {
  const { t } = useTranslation();
  const { isRunning, locked, run } = useActionLock();
  return (
    <AnchorButton
      href={href}
      download
      icon={isRunning ? <Spinner /> : icon}
      aria-disabled={locked || undefined}
      aria-label={format !== undefined && !isRunning ? children : undefined}
      onClick={(event) => {
        event.preventDefault();
        run(() => download(href));
      }}
    >
      {isRunning ? (
        t('general.processing')
      ) : (
        <>
          <span className={styles.whole}>{children}</span>
          {format && <span className={styles.short}>{format}</span>}
        </>
      )}
    </AnchorButton>
  );
}

/** Keeps the address of the fetched file this long, in ms. Some browsers read it after the click. */
const keepMs = 60_000;

/**
 * Fetches a file whole, then gives it to the browser to store. A link alone hides a refusal: the browser would store
 * the error's JSON, or nothing.
 * @throws {ApiError} if the server answers an error, breaks off or can't be reached
 */
async function download(url: string): Promise<void> {
  const { file, name } = await fetchFile(url);
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), keepMs);
}

async function fetchFile(url: string): Promise<{ file: Blob; name: string }> {
  try {
    const response = await fetch(url, { credentials: 'include', headers: callerHeaders() });
    if (!response.ok) throw refusal(response.status, await response.json().catch(() => undefined));
    return { file: await response.blob(), name: nameOf(response.headers.get('content-disposition') ?? '') };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(0, undefined, { cause: error });
  }
}

/** Returns the file's name from a Content-Disposition of the server, which always sends `filename*`. */
function nameOf(disposition: string): string {
  return decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1] ?? '');
}
