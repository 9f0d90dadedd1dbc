import { type UploadType, uploadTypes } from '@quayside/contract/documents/uploads.ts';

/** Matches control characters, and invisible ones that may reverse the text after them: `fdp.exe` for `exe.pdf`. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/gu;
const forbidden = /[<>:"|?*%]/g;
/** Matches names that Windows reserves for devices, with anything after the first dot. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])$/i;

/** File systems accept 255 bytes. This leaves space for what programs add. */
const longest = 180;

/**
 * Returns a name under which every machine can save a file, with the ending of its real type.
 * @param given by the customer, who may be malicious
 */
export function safeFileName(given: string, type: UploadType): string {
  const endings: readonly string[] = uploadTypes[type];
  const last = given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const plain = trim(last.replace(unseen, '').replace(forbidden, '_').replace(/\s+/g, ' '));
  const dot = plain.lastIndexOf('.');
  const hasEnding = dot >= 0 && endings.includes(plain.slice(dot + 1).toLowerCase());
  const stem = trim(shorten(trim(hasEnding ? plain.slice(0, dot) : plain))) || 'document';
  const isDevice = device.test((stem.split('.')[0] ?? '').trim());
  return `${isDevice ? '_' : ''}${stem}.${endings[0]}`;
}

/**
 * Returns the name of the file of a document or a paper. A title is no path: "Insurance 2026/27" must not become "27".
 */
export const fileNameOfTitle = (title: string, type: UploadType) => safeFileName(title.replaceAll(/[/\\]/g, '-'), type);

/** Removes dots and blanks at both ends. A dot at the start hides a file; Windows drops a dot or a blank at the end. */
const trim = (text: string) => text.replace(/^[\s.]+|[\s.]+$/g, '');

/** Returns as many whole characters as fit. */
function shorten(text: string): string {
  let shown = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (Buffer.byteLength(shown + segment) > longest) break;
    shown += segment;
  }
  return shown;
}
