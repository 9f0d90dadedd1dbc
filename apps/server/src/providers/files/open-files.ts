import { join } from 'node:path';
import type { Environment } from '../../lib/settings/env.ts';
import type { FileStorage } from './file-storage.ts';
import { openLocalFolder } from './local-folder.ts';

/** Opens the configured storage: S3 if a bucket is named, otherwise a folder. Only then is Amazon's client loaded. */
export async function openFiles({ dataDir, s3 }: Pick<Environment, 'dataDir' | 's3'>): Promise<FileStorage> {
  if (!s3) return openLocalFolder(join(dataDir, 'files'));
  const { openS3 } = await import('./s3.ts');
  return openS3(s3);
}
