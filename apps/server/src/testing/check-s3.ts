import { openS3, type S3Settings } from '../providers/files/s3.ts';

/** Checks a bucket as a start does, and prints what is wrong. A process of its own trusts NODE_EXTRA_CA_CERTS. */
const storage = openS3(JSON.parse(process.argv[2] ?? '') as S3Settings);
const result = await storage.check().then(
  () => 'good',
  (error: Error) => error.message,
);
process.stdout.write(result);
storage.close();
