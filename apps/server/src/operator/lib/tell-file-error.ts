/** Reasons of the file system that an operator can correct, and what to do. */
const reasons: Record<string, string> = {
  EACCES: 'this user has no right to it. Give it the right, or name another place',
  EPERM: 'this user has no right to it. Give it the right, or name another place',
  EROFS: 'its disk is read-only. Name another place',
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a file is where a folder is needed. Name a folder',
  EEXIST: 'a file is where a folder is needed. Name a folder',
  EISDIR: 'a folder is where a file is needed. Name a file',
  ENAMETOOLONG: 'the name is too long. Name another place',
  ENOSPC: 'the disk is full. Free some space, then run the command again',
  EDQUOT: 'the disk is full. Free some space, then run the command again',
};

/** Calls of the file system. The same reasons of a socket or of another program mean something else. */
const calls =
  /^(access|chmod|close|copyfile|fstat|fsync|l?stat|mkdir|open|opendir|read|realpath|rename|rmdir|scandir|unlink|write)$/;

/** Returns one line about an error of the file system, with its place and what to do; null for any other error. */
export function tellFileError(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code = '', syscall = '', path = 'A file' } = error as NodeJS.ErrnoException;
  const reason =
    code === 'ENOENT' && syscall === 'mkdir' ? 'no folder can be made here. Name another place' : reasons[code];
  return reason === undefined || !calls.test(syscall) ? null : `${path}: ${reason}.`;
}
