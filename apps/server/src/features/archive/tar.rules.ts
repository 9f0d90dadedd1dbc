const block = 512;

/** Returns the header of a file in a TAR archive (POSIX ustar). @param path at most 100 bytes of ASCII */
export function tarHeader(path: string, size: number, at: Date): Buffer {
  const header = Buffer.alloc(block);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  header.write(path, 0, 100, 'latin1');
  header.write(octal(0o600, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(size, 11), 124);
  header.write(octal(Math.floor(at.getTime() / 1000), 11), 136);
  header.write(' '.repeat(8), 148); // the checksum counts its own field as blanks
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** Returns the bytes between a file and the next header. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((block - (size % block)) % block);

/** The end of an archive. */
export const tarEnd = Buffer.alloc(2 * block);
