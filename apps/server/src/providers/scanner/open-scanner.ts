import type { FastifyBaseLogger } from 'fastify';
import type { Environment } from '../../env.ts';
import { openClamav } from './clamav.ts';
import type { FileScanner } from './file-scanner.ts';

/** The scanner of the settings; without one it says so once, and null says that nobody looks. */
export function openScanner({ clamav }: Pick<Environment, 'clamav'>, log: FastifyBaseLogger): FileScanner | null {
  if (clamav) return openClamav(clamav);
  log.warn('no virus scanner is configured: files are taken without a check for viruses (CLAMAV_HOST)');
  return null;
}
