import type { Environment } from '../../lib/settings/env.ts';
import { OperatorError } from '../lib/command.ts';
import { type BackupPlace, openFolder } from './place.ts';

/**
 * Opens the place of a backup: a folder, or `s3://bucket/prefix`, with the region, endpoint and key of the server's
 * own S3 settings.
 */
export async function openPlace(name: string, { s3 }: Pick<Environment, 's3'>): Promise<BackupPlace> {
  // Without a name it would be the folder in which the command runs.
  if (name.trim() === '') throw new OperatorError('Name a folder, or s3://bucket/prefix.');
  if (!name.startsWith('s3://')) return openFolder(name);
  const [bucket = '', ...prefix] = name.slice('s3://'.length).replace(/\/+$/, '').split('/');
  if (bucket === '') throw new OperatorError('Name the bucket: s3://bucket/prefix.');
  const { openBucket } = await import('./bucket.ts');
  return openBucket(name, { ...(s3 ?? { region: 'us-east-1' }), bucket, prefix: prefix.join('/') });
}
