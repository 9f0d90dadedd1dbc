/**
 * The server can't start, for a reason that its operator can correct: a port in use, a wrong variable, a full disk.
 * `message` is one line that says what is wrong and what to do. It is printed without a stack.
 */
export class StartError extends Error {
  override name = 'StartError';
}

const noSpaceLeft = /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/;

/**
 * Returns a StartError for an error about `folder` that the operator can correct: a full disk, missing rights, or a
 * place that takes no folders, such as `/proc` or a file. Returns other errors as they are.
 */
export function explainFileError(error: unknown, folder: string): unknown {
  const text = String(error instanceof Error ? error.message : error);
  if (noSpaceLeft.test(text))
    return new StartError(`The disk that holds ${folder} is full. Free some space, then start again.`);
  if (/EACCES|EPERM|EROFS|Permission denied/.test(text))
    return new StartError(`No right to write to ${folder}. Give it to this user, or set DATA_DIR to another folder.`);
  if (/(ENOENT|ENOTDIR).* mkdir /.test(text))
    return new StartError(`No folder can be made at ${folder}. Set DATA_DIR to another folder.`);
  return error;
}
