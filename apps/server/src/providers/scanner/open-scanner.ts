import type { FastifyBaseLogger } from 'fastify';
import type { Environment } from '../../lib/settings/env.ts';
import { openClamav } from './clamav.ts';
import type { FileScanner } from './file-scanner.ts';

/** Opens the configured scanner; null: there is none. */
export const openScanner = ({ clamav }: Pick<Environment, 'clamav'>): FileScanner | null =>
  clamav ? openClamav(clamav) : null;

/**
 * Warns at the start if there is no scanner. Outside of production it does not: `npm start` says it in its own words.
 */
export function tellMissingScanner(
  scanner: FileScanner | null,
  { nodeEnv }: Pick<Environment, 'nodeEnv'>,
  log: FastifyBaseLogger,
): void {
  if (scanner !== null) return;
  const level = nodeEnv === 'production' ? 'warn' : 'info';
  log[level]('no virus scanner is configured: files are taken without a check for viruses (CLAMAV_HOST)');
}
