import type { Readable } from 'node:stream';
import { Readable as ReadableStream } from 'node:stream';
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { clientSettings, type S3Settings } from '../../providers/files/s3.ts';
import type { BackupPlace } from './place.ts';

/** Opens a part of a bucket as the place of a backup. */
export function openBucket(name: string, settings: S3Settings & { prefix: string }): BackupPlace {
  const { bucket, prefix } = settings;
  const client = new S3Client(clientSettings(settings));
  const at = (path: string) => ({ Bucket: bucket, Key: prefix === '' ? path : `${prefix}/${path}` });
  return {
    name,
    async isEmpty() {
      const below = prefix === '' ? {} : { Prefix: `${prefix}/` };
      const { KeyCount = 0 } = await client.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1, ...below }));
      return KeyCount === 0;
    },

    async write(path, content) {
      const params = { ...at(path), Body: ReadableStream.from(content, { objectMode: false }) };
      await new Upload({ client, params, queueSize: 1, leavePartsOnError: false }).done();
    },

    async read(path) {
      try {
        const { Body } = await client.send(new GetObjectCommand(at(path)));
        return Body as Readable;
      } catch (error) {
        if ((error as Error).name === 'NoSuchKey') return null;
        throw error;
      }
    },

    close: () => client.destroy(),
  };
}
