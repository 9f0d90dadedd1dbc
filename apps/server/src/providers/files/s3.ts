import { Readable } from 'node:stream';
import { type GetObjectCommandOutput, S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { StartError } from '../../lib/start-error.ts';
import { type FileStorage, measure, newFileName, pathOf } from './file-storage.ts';

export interface S3Settings {
  bucket: string;
  region: string;
  /** The address of a service other than Amazon's. */
  endpoint?: string | undefined;
  /** Default: the machine's own role, which the client finds. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
}

/** Returns the settings of Amazon's client for a service that speaks S3. */
export function clientSettings({ region, endpoint, credentials }: Omit<S3Settings, 'bucket'>): S3ClientConfig {
  return {
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials ? { credentials } : {}),
    // Services other than Amazon's don't know the newer checksums. Each request is signed with its content's SHA-256.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
}

/**
 * Stores files in a bucket. A file's length isn't known before its end, so it is sent in parts of 5 MB, with one of
 * them in memory at a time.
 */
export function openS3({ bucket, region, endpoint, credentials }: S3Settings): Required<FileStorage> {
  const client = new S3Client(clientSettings({ region, endpoint, credentials }));
  const at = (Key: string) => ({ Bucket: bucket, Key });
  // A list request's refusal has a name, and a HEAD's has none. Without the right to list, a missing file looks like
  // a forbidden one, so we need that right.
  const look = () => client.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 }));
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
      const rangeOption = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
      const found: GetObjectCommandOutput | null = await client
        .send(new GetObjectCommand({ ...at(key), ...rangeOption }))
        .catch(orNoFile);
      return found ? (found.Body as Readable) : null;
    },

    async exists(tenantId, name) {
      const key = pathOf(tenantId, name);
      if (key === null) return false;
      const found = await client.send(new HeadObjectCommand(at(key))).catch(orNoFile);
      if (found === null) await look(); // for a bucket that is gone, HEAD gives the same answer
      return found !== null;
    },

    async delete(tenantId, name) {
      const key = pathOf(tenantId, name);
      if (key === null) return;
      await client.send(new DeleteObjectCommand(at(key)));
      // A killed process leaves parts that no list of files shows and that cost money for ever.
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: key }));
      for (const { Key, UploadId } of Uploads)
        if (Key === key) await client.send(new AbortMultipartUploadCommand({ ...at(key), UploadId })).catch(orNoFile);
    },

    async check() {
      try {
        await look();
      } catch (error) {
        throw explain(error as S3Fault, { bucket, region, endpoint });
      }
    },

    close: () => client.destroy(),
  };
}

/** `code` is the system's, if there was no answer. */
type S3Fault = Error & { code?: string; $metadata?: { httpStatusCode?: number } };

/** Returns null if the file, or its unfinished upload, does not exist. A missing bucket is an error. */
function orNoFile(error: S3Fault): null {
  if (error.$metadata?.httpStatusCode === 404 && error.name !== 'NoSuchBucket') return null;
  throw error;
}

const wrongKey = new Set(['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'InvalidToken', 'ExpiredToken']);
const wrongRegion = new Set([
  'AuthorizationHeaderMalformed',
  'PermanentRedirect',
  'IllegalLocationConstraintException',
]);

/** Tells what is wrong with a certificate and what to correct, by Node's code. */
const wrongCertificate: Record<string, string> = {
  CERT_HAS_EXPIRED: 'has expired: renew it there',
  CERT_NOT_YET_VALID: 'is not valid yet: check the clocks of both machines',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another name: correct S3_ENDPOINT, or have one made for this name',
};
const untrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Tells what is wrong with the certificate of a storage; undefined if the error is another one. */
const faultOfCertificate = (code = ''): string | undefined =>
  untrusted.has(code)
    ? "is from an authority that this machine doesn't trust: start the server and the commands with " +
      "NODE_EXTRA_CA_CERTS set to the file of the authority's certificate"
    : wrongCertificate[code];

/** Explains in one line what an operator can correct. */
function explain(error: S3Fault, { bucket, region, endpoint }: Pick<S3Settings, 'bucket' | 'region' | 'endpoint'>) {
  const at = endpoint ?? 'Amazon S3';
  const startError = (text: string) => new StartError(text, { cause: error });
  if (error.name === 'NoSuchBucket')
    return startError(`There is no bucket "${bucket}" at ${at}: create it, or correct S3_BUCKET.`);
  if (wrongKey.has(error.name))
    return startError(`${at} refuses the key (${error.name}): correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`);
  if (wrongRegion.has(error.name)) return startError(`The bucket "${bucket}" is not in ${region}: correct S3_REGION.`);
  if (error.name === 'CredentialsProviderError')
    return startError(
      'There is no key for S3: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or give this machine a role.',
    );
  if (error.$metadata?.httpStatusCode === 403)
    return startError(
      `The key of S3 may not list the bucket "${bucket}" (${error.name}): allow it to list, read, write and delete.`,
    );
  const fault = faultOfCertificate(error.code);
  if (fault !== undefined) return startError(`The certificate of ${at} ${fault} (${error.code}).`);
  return startError(`No S3 answers at ${at} (${error.code ?? error.name}): start it, or correct S3_ENDPOINT.`);
}
