import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

const bytes = (...parts: (string | number[] | Buffer)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

const uint32 = (value: number) => {
  const written = Buffer.alloc(4);
  written.writeUInt32BE(value);
  return written;
};

/** Makes a PNG that claims this size and holds a single pixel. */
export function pngOf(width: number, height: number, text = ''): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = bytes(type, data);
    return bytes(uint32(data.length), named, uint32(crc32(named)));
  };
  return bytes(
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    chunk('IHDR', bytes(uint32(width), uint32(height), [8, 2, 0, 0, 0])),
    ...(text === '' ? [] : [chunk('tEXt', bytes('Comment\0', text))]),
    chunk('IDAT', deflateSync(Buffer.from([0, 18, 90, 160]))),
    chunk('IEND', Buffer.alloc(0)),
  );
}

/** Makes a JPEG's markers without a picture. */
const jpegOf = (width: number, height: number) =>
  bytes(
    [0xff, 0xd8, 0xff, 0xe0, 0, 16],
    'JFIF',
    [0, 1, 1, 0, 0, 1, 0, 1, 0, 0],
    [0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0],
    [0xff, 0xd9],
  );

/** Makes a box of a HEIC. */
const box = (type: string, ...content: (string | number[] | Buffer)[]) => {
  const inner = bytes(...content);
  return bytes(uint32(inner.length + 8), type, inner);
};

const heicOf = (width: number, height: number) => {
  const size = box('ispe', [0, 0, 0, 0], uint32(width), uint32(height));
  const properties = box('iprp', box('ipco', size));
  return bytes(
    box('ftyp', 'heic', [0, 0, 0, 0], 'mif1heic'),
    box('meta', [0, 0, 0, 0], box('hdlr', Buffer.alloc(24)), properties),
    box('mdat', [0]),
  );
};

/** Makes a HEIC that states its size so many times, and then has empty boxes up to a megabyte. */
export function heicOfSizes(count: number): Buffer {
  const size = box('ispe', [0, 0, 0, 0], uint32(1), uint32(1));
  const sizes = Buffer.alloc(count * size.length, size);
  const empty = Buffer.alloc(1024 * 1024 - 160 - sizes.length, box('free'));
  const properties = box('iprp', box('ipco', sizes, empty));
  return bytes(box('ftyp', 'heic', [0, 0, 0, 0], 'mif1heic'), box('meta', [0, 0, 0, 0], properties));
}

/** Makes a TIFF whose directory comes after this many bytes of picture. */
export function tiffOf(width: number, height: number, pictureBytes = 4): Buffer {
  const entry = (tag: number, value: number) => {
    const written = Buffer.alloc(12);
    written.writeUInt16LE(tag);
    written.writeUInt16LE(4, 2);
    written.writeUInt32LE(1, 4);
    written.writeUInt32LE(value, 8);
    return written;
  };
  const at = Buffer.alloc(4);
  at.writeUInt32LE(8 + pictureBytes);
  const directory = [entry(256, width), entry(257, height), entry(259, 1)];
  return bytes('II*\0', at, Buffer.alloc(pictureBytes), [3, 0], ...directory, [0, 0, 0, 0]);
}

interface Packed {
  name: string;
  content: string | Buffer;
  /** The unpacked size that the zip claims. Default: the true one. */
  claims?: number;
}

/** Makes a zip with its table of contents, as office programs write it. */
export function zipOf(files: Record<string, string | Buffer> | readonly Packed[]): Buffer {
  const entries = Array.isArray(files)
    ? (files as readonly Packed[])
    : Object.entries(files as Record<string, string | Buffer>).map(([name, content]): Packed => ({ name, content }));
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, claims } of entries) {
    const plain = Buffer.from(content);
    const packed = deflateRawSync(plain);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(crc32(plain), 14);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(claims ?? plain.length, 22);
    local.writeUInt16LE(name.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50);
    central.writeUInt16LE(20, 4);
    local.copy(central, 6, 4, 30);
    central.writeUInt32LE(at, 42);
    bodies.push(local, Buffer.from(name), packed);
    directory.push(central, Buffer.from(name));
    at += 30 + name.length + packed.length;
  }
  const table = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(table.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, table, end]);
}

const contentTypes =
  '<?xml version="1.0"?><Types><Override ' +
  'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';

/** The parts that make a zip a Word file. */
export const wordParts = { '[Content_Types].xml': contentTypes, 'word/document.xml': '<w:document/>' };

/** The smallest PDF that identifies itself. */
const pdf = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

/** A file of each type that customers may hand in, as small as possible. */
export const sampleFiles = {
  pdf,
  png: pngOf(1, 1),
  jpeg: jpegOf(1, 1),
  webp: bytes(
    'RIFF',
    [26, 0, 0, 0],
    'WEBPVP8L',
    [13, 0, 0, 0, 0x2f, 0, 0, 0, 16, 7, 16, 17, 17, 0x88, 0x88, 0xfe, 7, 0],
  ),
  heic: heicOf(1, 1),
  tiff: tiffOf(1, 1),
  docx: zipOf(wordParts),
};

/** Pictures of a few bytes that unpack to more than any memory. */
export const pixelBombs = {
  png: pngOf(30_000, 30_000),
  jpeg: jpegOf(65_500, 65_500),
  heic: heicOf(60_000, 60_000),
  tiff: tiffOf(60_000, 60_000, 2_000_000),
};

/** 12 by 8: a red picture, then a blue one. */
export const movingGif = Buffer.from(
  'R0lGODlhDAAIAIAAAExpcf8AACH/C05FVFNDQVBFMi4wAwEAAAAh+QQFCgAAACwAAAAADAAIAAACCIyPqcvtD2MqACH5BAUKAAAALAAAAAAMAAgAgExpcQAA/wIIjI+py+0PYyoAOw==',
  'base64',
);

/** 9 by 15, green. */
export const plainWebp = Buffer.from('UklGRhwAAABXRUJQVlA4TA8AAAAvCIADAAdQwIj+ByKi/wEA', 'base64');
