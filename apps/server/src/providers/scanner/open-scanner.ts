import type { FastifyBaseLogger } from 'fastify';
import type { Environment } from '../../env.ts';
import { openClamav } from './clamav.ts';
import type { FileScanner } from './file-scanner.ts';

/** The scanner of the settings; null: nobody looks. */
export const openScanner = ({ clamav }: Pick<Environment, 'clamav'>): FileScanner | null =>
  clamav ? openClamav(clamav) : null;

/** Says at the start where nobody looks. */
export function tellMissingScanner(scanner: FileScanner | null, log: FastifyBaseLogger): void {
  if (scanner === null)
    log.warn('no virus scanner is configured: files are taken without a check for viruses (CLAMAV_HOST)');
}
