import { deflateSync, inflateSync } from 'node:zlib';
import type { Sandbox } from '../sandbox.ts';
import type { Version1Challenge } from './bank-challenge.ts';
import { proofOf } from './challenge-outcome.ts';

// The two messages of 3-D Secure 1 as browsers carry them: XML, deflated, in Base64.

/** The bank's results about its customer in version 1. */
export type Version1Status = 'Y' | 'A' | 'N' | 'U';

/** The content of a PaRes. It is the bank's word only if the signature is valid. */
export interface ReadPaRes {
  readonly xid: string;
  readonly status: Version1Status;
  readonly cavv: string | undefined;
  readonly isSigned: boolean;
}

/** Encodes the provider's request to the bank, with the card and the purchase. */
export function encodePaReq(challenge: Version1Challenge, createdAt: number): string {
  const { acsTransactionId, merchantName, amount, currency, xid } = challenge;
  return pack(`<ThreeDSecure><Message id="${acsTransactionId}"><PAReq><version>1.0.2</version>\
<Merchant><name>${escapeXml(merchantName)}</name></Merchant>\
<Purchase><xid>${xid}</xid><date>${dateOf(createdAt)}</date><purchAmount>${amount}</purchAmount>\
<currency>${currency}</currency></Purchase><CH><acctID>${acsTransactionId}</acctID></CH>\
</PAReq></Message></ThreeDSecure>`);
}

/** Returns the bank's own number of the transaction in a PaReq; undefined if the text is none. */
export function readPaReq(text: string): string | undefined {
  const xml = unpack(text);
  return xml?.includes('<PAReq>') ? valueOf(xml, 'acctID') : undefined;
}

/** Encodes the bank's answer, signed by the bank. */
export function encodePaRes(
  { secrets }: Pick<Sandbox, 'secrets'>,
  challenge: Version1Challenge,
  status: Version1Status,
  isForged: boolean,
): string {
  const { acsTransactionId, xid, amount, currency, cardType, lastDigits } = challenge;
  const { cavv = '' } = proofOf(cardType, status);
  const signature = secrets.sign({ xid, status: isForged ? 'N' : status, cavv });
  return pack(`<ThreeDSecure><Message id="${acsTransactionId}"><PARes id="PARes"><version>1.0.2</version>\
<Purchase><xid>${xid}</xid><purchAmount>${amount}</purchAmount><currency>${currency}</currency></Purchase>\
<pan>000000000000${lastDigits}</pan><TX><status>${status}</status><cavv>${cavv}</cavv></TX></PARes>\
<Signature>${signature}</Signature></Message></ThreeDSecure>`);
}

/** Reads a PaRes; undefined if the text is none. */
export function readPaRes({ secrets }: Pick<Sandbox, 'secrets'>, text: string): ReadPaRes | undefined {
  const xml = unpack(text);
  const status = xml && valueOf(xml, 'status');
  if (!xml?.includes('<PARes ') || !isStatus(status)) return undefined;
  const [xid, cavv] = [valueOf(xml, 'xid') ?? '', valueOf(xml, 'cavv') ?? ''];
  const claims = secrets.verify(valueOf(xml, 'Signature') ?? '');
  const isSigned = claims?.['xid'] === xid && claims['status'] === status && claims['cavv'] === cavv;
  return { xid, status, cavv: cavv === '' ? undefined : cavv, isSigned };
}

const isStatus = (text: string | undefined): text is Version1Status => /^[YANU]$/.test(text ?? '');

const pack = (xml: string) => deflateSync(xml).toString('base64');

function unpack(text: string): string | undefined {
  try {
    return inflateSync(Buffer.from(text, 'base64'), { maxOutputLength: 100_000 }).toString('utf8');
  } catch {
    return undefined;
  }
}

const valueOf = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];

/** Writes a time such as `20261121 10:05:00`. */
const dateOf = (milliseconds: number) =>
  new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ').replaceAll('-', '');

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeXml = (text: string) => text.replace(/[&<>]/g, (character) => entities[character] ?? character);
