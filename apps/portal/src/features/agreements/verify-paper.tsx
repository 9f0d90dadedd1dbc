import { maxVerifiedBytes, verifyAgreement } from '@quayside/contract/agreement-papers.ts';
import type { CallAnswer } from '@quayside/contract/call.ts';
import { listSites } from '@quayside/contract/tenant.ts';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { apiUpload } from '../../lib/api-upload.ts';
import { callQuery } from '../../lib/call-query.ts';
import { failureMessage } from '../../lib/failures.ts';
import { useFormat } from '../../lib/format.ts';
import { Alert } from '../../ui/alert.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './verify-paper.module.css';

type Verdict = CallAnswer<typeof verifyAgreement>;

/** Takes a PDF and shows if it is genuine. The server does not keep the file. */
export function VerifyPaper() {
  const { t } = useTranslation();
  const id = useId();
  const { mutate, variables, isPending, data, error } = useMutation({
    mutationFn: verify,
    meta: { showsFailure: true },
  });
  return (
    <div className={styles.verify}>
      <label htmlFor={id} className={styles.drop}>
        <IconFileTypePdf size={28} aria-hidden="true" />
        <strong>{t('verify.choose')}</strong>
        <span>{variables?.name ?? t('verify.hint')}</span>
        <input
          id={id}
          type="file"
          accept="application/pdf,.pdf"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file) mutate(file);
            // Allows the same file to be chosen again.
            event.currentTarget.value = '';
          }}
        />
      </label>
      <div aria-live="polite">
        {isPending && (
          <span className={styles.busy}>
            <Spinner />
            {t('verify.checking')}
          </span>
        )}
        {data && <Says verdict={data} />}
        {error && (
          <Alert kind="error" title={t('verify.failed')}>
            {failureMessage(error)}
          </Alert>
        )}
      </div>
    </div>
  );
}

/** Verifies a file. One that is too large can't be the marina's, so it isn't sent. */
async function verify(file: File): Promise<Verdict | 'too large'> {
  return file.size > maxVerifiedBytes ? 'too large' : apiUpload(verifyAgreement, { body: { file } });
}

function Says({ verdict }: { verdict: Verdict | 'too large' }) {
  const { t } = useTranslation();
  if (verdict === 'too large')
    return <Alert kind="warning" title={t('verify.tooLarge', { megabytes: maxVerifiedBytes / 1024 / 1024 })} />;
  if (verdict.isGenuine) return <Genuine verdict={verdict} />;
  return (
    <Alert kind="warning" title={t('verify.foreign')}>
      {t('verify.foreignText')}
    </Alert>
  );
}

function Genuine({ verdict: { marina, agreementType, signedOn, sealedOn } }: { verdict: Verdict }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const sites = useQuery({ ...callQuery(listSites, {}), staleTime: Number.POSITIVE_INFINITY }).data?.sites;
  const time = (instant: string | null) => date(instant ?? '', 'dd MMM yyyy HH:mm:ss', sites?.[0]?.timeZone);
  const facts = [
    { name: t('verify.marina'), value: marina },
    { name: t('agreements.type'), value: agreementType },
    { name: t('agreements.captureTime'), value: time(signedOn) },
    { name: t('verify.sealedOn'), value: time(sealedOn) },
  ];
  return (
    <Alert kind="success" title={t('verify.genuine')}>
      <div className={styles.facts}>
        <FactList look="column" facts={facts} />
      </div>
    </Alert>
  );
}
