import { Readable } from 'node:stream';
import { type GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';
import { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { type FileStorage, measure, newFileName, pathOf } from './file-storage.ts';

export interface S3Settings {
  bucket: string;
  region: string;
  /** Of a service that isn't Amazon's. */
  endpoint?: string | undefined;
  /** Without them as the machine's own role, wherever the client finds that. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
}

/**
 * Keeps files in a bucket. A file's length isn't known before its end, so it goes up in parts of 5 MB, and one of them
 * at a time is in memory.
 */
export function openS3({ bucket, region, endpoint, credentials }: S3Settings): Required<FileStorage> {
  const client = new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials ? { credentials } : {}),
    // Services other than Amazon's don't know the newer checksums; each request is signed with its content's SHA-256.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const at = (Key: string) => ({ Bucket: bucket, Key });
  return {
    async put(tenantId, content, limit, name = newFileName()) {
      const key = pathOf(tenantId, name);
      if (key === null) throw new RangeError(`no place of a file: ${tenantId}/${name}`);
      const { stream, facts } = measure(content, limit);
      const params = { ...at(key), Body: Readable.from(stream, { objectMode: false }) };
      await new Upload({ client, params, queueSize: 1, leavePartsOnError: false }).done();
      return { name, ...facts() };
    },

    async get(tenantId, name, range) {
      const key = pathOf(tenantId, name);
      if (key === null) return null;
      const wanted = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
      const found: GetObjectCommandOutput | null = await client
        .send(new GetObjectCommand({ ...at(key), ...wanted }))
        .catch(orNull);
      return found ? (found.Body as Readable) : null;
    },

    async exists(tenantId, name) {
      const key = pathOf(tenantId, name);
      return key !== null && (await client.send(new HeadObjectCommand(at(key))).catch(orNull)) !== null;
    },

    async delete(tenantId, name) {
      const key = pathOf(tenantId, name);
      if (key !== null) await client.send(new DeleteObjectCommand(at(key)));
    },

    close: () => client.destroy(),
  };
}

function orNull(error: Error & { $metadata?: { httpStatusCode?: number } }): null {
  if (error.$metadata?.httpStatusCode === 404) return null;
  throw error;
}
