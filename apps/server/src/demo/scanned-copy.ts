import { makePaper } from '../features/papers/papers.service.ts';
import { formatInstant } from '../lib/texts/formats.ts';
import { demoSignature } from './signature.ts';

export interface ScannedCopy {
  marina: string;
  type: string;
  name: string;
  language: string;
  signedAt: Date;
}

/** Draws an agreement as the office's scanner would show it after it was signed at the counter. */
export async function scannedCopy({ marina, type, name, language, signedAt }: ScannedCopy): Promise<Buffer> {
  const signedOn = formatInstant(signedAt, language, 'UTC').slice(0, -' 00:00:00'.length);
  const content = Buffer.from(demoSignature().split(',')[1] ?? '', 'base64');
  const about = { title: type, author: marina, language, created: signedAt };
  return makePaper(null, { kind: 'specimen', ...about, lines: [marina, name, signedOn], signature: { content, name } });
}
