import type { FastifyBaseLogger } from 'fastify';
import type { Environment } from '../../env.ts';
import { openClamav } from './clamav.ts';
import type { FileScanner } from './file-scanner.ts';

/** The scanner of the settings; null: nobody looks. */
export const openScanner = ({ clamav }: Pick<Environment, 'clamav'>): FileScanner | null =>
  clamav ? openClamav(clamav) : null;

/** Says at the start where nobody looks. Elsewhere than in production it is no news: `npm start` says it in its own words. */
export function tellMissingScanner(
  scanner: FileScanner | null,
  { nodeEnv }: Pick<Environment, 'nodeEnv'>,
  log: FastifyBaseLogger,
): void {
  if (scanner !== null) return;
  const level = nodeEnv === 'production' ? 'warn' : 'info';
  log[level]('no virus scanner is configured: files are taken without a check for viruses (CLAMAV_HOST)');
}
