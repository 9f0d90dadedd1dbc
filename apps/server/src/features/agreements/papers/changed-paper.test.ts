import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { makeTenant } from '../../../testing/factories/factories.ts';
import {
  changeByte,
  idleDigits,
  isIntactForPdfsig,
  lastPagePlace,
  type Place,
  signaturePlace,
  trusting,
} from '../../../testing/pdf-signature.ts';
import { makeAgreementSignedOverHttp } from '../../../testing/signed-agreement.ts';
import { sealCertificates } from '../../seals/seals.service.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('[AGR-10] each of 200 single changed bytes of a signed agreement is found by pdfsig', async () => {
  // pdfsig uses the machine's clock, so the certificate has to use it too.
  app.clock.set(new Date().toISOString());
  const tenant = await makeTenant(app);
  const { pdf } = await makeAgreementSignedOverHttp(app, tenant);
  const [seal] = await sealCertificates(tenant.db, tenant.id);
  if (!seal?.root) throw new Error('nothing vouches for the seal');
  const idle = idleDigits(pdf, seal.certificate);
  expect(idle.size).toBe(23);
  const places = await placesAllOver(pdf, idle);
  expect(places.length).toBe(200);
  const missed = await trusting(seal.root, async (trust) => {
    expect(await isIntactForPdfsig(pdf, trust)).toBe(true);
    const missedOf = async (some: readonly number[]) => {
      const found: number[] = [];
      for (const place of some) if (await isIntactForPdfsig(changeByte(pdf, place, place), trust)) found.push(place);
      return found;
    };
    return Promise.all([missedOf(places.slice(0, 100)), missedOf(places.slice(100))]);
  });
  expect(missed.flat()).toEqual([]);
});

/**
 * Chooses two hundred bytes of a sealed paper, among them those that are easily missed. The same paper gives the same
 * bytes.
 */
async function placesAllOver(pdf: Buffer, without: ReadonlySet<number>): Promise<number[]> {
  const taken = new Set<number>();
  /** Steps by the golden section, so that they are spread evenly at every count. */
  const take = (count: number, { start, end }: Place) => {
    const enough = taken.size + count;
    for (let step = 1; taken.size < enough; step += 1) {
      const place = start + Math.floor(((step * 0.618_033_988_749_895) % 1) * (end - start));
      if (!without.has(place)) taken.add(place);
    }
  };
  const signature = signaturePlace(pdf);
  take(8, { start: 0, end: 15 });
  take(60, signature);
  take(20, { start: pdf.lastIndexOf('/ByteRange'), end: signature.start });
  take(12, { start: pdf.lastIndexOf('trailer'), end: pdf.length });
  take(30, await lastPagePlace(pdf));
  take(70, { start: 0, end: pdf.length });
  return [...taken];
}
