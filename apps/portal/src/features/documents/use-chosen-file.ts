import { acceptedUploadTypes, maxUploadBytes, uploadTypeNames, uploadTypes } from '@quayside/contract/uploads.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTenant } from '../../lib/tenant.ts';

/** The one file to upload. A wrong choice leaves no file. */
export function useChosenFile(onChosen: (file: File) => void) {
  const { t } = useTranslation();
  const { uploads } = useTenant();
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<string>();
  const control = useRef<HTMLInputElement>(null);

  const refusalOf = (files: readonly File[]): string | undefined => {
    if (files.length > 1) return t('upload.oneFile');
    if (files.some(({ size }) => size > maxUploadBytes(uploads)))
      return t('upload.tooLarge', { megabytes: uploads.maxMegabytes });
    return undefined;
  };
  const onChoose = (files: readonly File[]) => {
    const refused = refusalOf(files);
    setError(refused);
    const [only] = files;
    setFile(refused === undefined && only ? only : null);
    if (refused === undefined && only) onChosen(only);
  };
  const askForIt = () => {
    setError(t('upload.missing'));
    control.current?.focus();
  };
  const accept = acceptedUploadTypes(uploads).flatMap((type) => [type, ...uploadTypes[type].map((end) => `.${end}`)]);
  const hint = t('upload.hint', { types: uploadTypeNames(uploads).join(', '), megabytes: uploads.maxMegabytes });
  return { file, askForIt, field: { ref: control, file, error, hint, accept: accept.join(','), onChoose } };
}
