import { z } from 'zod';

/** What customers of a marina may hand in. */
export const Uploads = z.object({
  /** How large a file may be, in megabytes of 1,048,576 bytes (decision C5.15). */
  maxMegabytes: z.number().int().min(1).max(50),
  /** Word's files bring macros and archives, so that a marina has to ask for them. */
  acceptsWordFiles: z.boolean(),
});
export type Uploads = z.output<typeof Uploads>;

/**
 * Papers and pictures of papers (decision C2.60), with the endings of their names: the first is the usual one. No SVG and
 * no HTML: they run scripts.
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

/** The types that a marina takes. */
export function acceptedUploadTypes({ acceptsWordFiles }: Uploads): UploadType[] {
  const types = Object.keys(uploadTypes) as UploadType[];
  return types.filter((type) => acceptsWordFiles || type !== wordType);
}

/** How a person knows them: PDF, JPG and so on. */
export const uploadTypeNames = (uploads: Uploads): string[] =>
  acceptedUploadTypes(uploads).map((type) => uploadTypes[type][0].toUpperCase());

/** How many bytes a file may have. */
export const maxUploadBytes = ({ maxMegabytes }: Uploads): number => maxMegabytes * 1024 * 1024;
