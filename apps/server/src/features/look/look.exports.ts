export { UnusablePicture } from './clean-svg.rules.ts';
export { UnusableFont } from './font-tables.rules.ts';
export { checkFontFile, loadedBytes, oneFamily } from './fonts.service.ts';
export { checkPicture, type PicturePart } from './pictures.service.ts';
export { UnusablePapers } from './paper-files.rules.ts';
