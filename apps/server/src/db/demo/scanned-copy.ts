import { formatInstant } from '../../formats.ts';
import { Paper, type TextStyle } from '../../providers/pdf/paper.ts';
import { demoSignature } from './signature.ts';

const body: TextStyle = { size: 11, colour: '#2b2b2b' };

export interface ScannedCopy {
  marina: string;
  type: string;
  name: string;
  language: string;
  signedAt: Date;
}

/** Draws an agreement as the office's scanner would show it after it was signed at the counter. */
export async function scannedCopy({ marina, type, name, language, signedAt }: ScannedCopy): Promise<Buffer> {
  const paper = new Paper({ title: type, author: marina, language, created: signedAt });
  paper.decorate((pdf) => pdf.rect(0, 0, 595.28, 841.89).fill('#fbfaf6'));
  const line = (text: string, y: number, style: TextStyle = body) =>
    paper.text(paper.root, 'P', text, { x: 72, y, width: 450 }, style);
  line(marina, 80, { ...body, size: 12, weight: 'strong' });
  line(type, 130, { ...body, size: 20, weight: 'strong' });
  line(name, 190);
  line(formatInstant(signedAt, language, 'UTC').slice(0, -' 00:00:00'.length), 212);
  const image = Buffer.from(demoSignature().split(',')[1] ?? '', 'base64');
  paper.image(paper.root, image, { left: 72, y: 250, width: 250, height: 150 }, name);
  return paper.finish();
}
