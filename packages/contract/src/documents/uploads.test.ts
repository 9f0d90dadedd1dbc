import { expect, test } from 'vitest';
import { Uploads } from '../tenant/tenant.ts';
import { acceptedUploadTypes, maxUploadBytes, uploadTypeNames, wordType } from './uploads.ts';

const uploads = { maxMegabytes: 10, acceptsWordFiles: false };

test('[DOC-2] Word files are taken only where the marina asks for them', () => {
  expect(uploadTypeNames(uploads)).toEqual(['PDF', 'JPG', 'PNG', 'HEIC', 'WEBP', 'TIFF']);
  expect(uploadTypeNames({ ...uploads, acceptsWordFiles: true })).toEqual([
    'PDF',
    'JPG',
    'PNG',
    'HEIC',
    'WEBP',
    'TIFF',
    'DOCX',
  ]);
  expect(acceptedUploadTypes(uploads)).not.toContain(wordType);
});

test('[DOC-2] a megabyte has 1,048,576 bytes, and a marina takes from 1 to 50 of them', () => {
  expect(maxUploadBytes(uploads)).toBe(10_485_760);
  const takes = (maxMegabytes: number) => Uploads.safeParse({ ...uploads, maxMegabytes }).success;
  expect([0, 1, 50, 51].map(takes)).toEqual([false, true, true, false]);
});
