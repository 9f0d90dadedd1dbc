import { type UploadType, uploadTypes } from '@quayside/contract/uploads.ts';

/** Controls, and signs that no one sees or that turn the direction of what follows: `fdp.exe` for `exe.pdf`. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/gu;
const forbidden = /[<>:"|?*%]/g;
/** Names that Windows keeps for devices, whatever follows the first dot. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])$/i;

/** File systems take 255 bytes; this leaves room for what programs add. */
const longest = 180;

/**
 * The name under which a file may be saved on anybody's machine, with the ending of what it really is.
 * @param given by the customer, who may mean ill with it
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

/** A dot at the begin hides a file, one at the end or a blank is dropped by Windows. */
const trim = (text: string) => text.replace(/^[\s.]+|[\s.]+$/g, '');

/** As many whole characters as have room. */
function shorten(text: string): string {
  let shown = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (Buffer.byteLength(shown + segment) > longest) break;
    shown += segment;
  }
  return shown;
}
