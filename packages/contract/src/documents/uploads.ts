import type { Uploads } from '../tenant/tenant.ts';

/**
 * Papers and pictures of papers (decision C2.60), with their file name endings. The first ending is the usual one.
 * SVG and HTML are missing because they can run scripts.
 */
export const uploadTypes = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/heic': ['heic', 'heif'],
  'image/webp': ['webp'],
  'image/tiff': ['tiff', 'tif'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
} as const;

export type UploadType = keyof typeof uploadTypes;

export const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' satisfies UploadType;

/** Returns the file types that a marina accepts. */
export function acceptedUploadTypes({ acceptsWordFiles }: Uploads): UploadType[] {
  const types = Object.keys(uploadTypes) as UploadType[];
  return types.filter((type) => acceptsWordFiles || type !== wordType);
}

/** Returns the names of the types for people: PDF, JPG and so on. */
export const uploadTypeNames = (uploads: Uploads): string[] =>
  acceptedUploadTypes(uploads).map((type) => uploadTypes[type][0].toUpperCase());

/** Returns the maximum number of bytes of a file. */
export const maxUploadBytes = ({ maxMegabytes }: Uploads): number => maxMegabytes * 1024 * 1024;
