/** The parts of look that others may use, beside its service. */
export { UnusablePicture } from './clean-svg.rules.ts';
export { checkPicture, type PicturePart } from './pictures.service.ts';
export { UnusablePapers } from './paper-files.rules.ts';
