import { maxVerifiedBytes, verifyAgreement } from '@quayside/contract/agreements/agreement-papers.ts';
import type { CallAnswer } from '@quayside/contract/shared/call.ts';
import { listSites } from '@quayside/contract/tenant/tenant.ts';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { apiUpload } from '../../lib/calls/api-upload.ts';
import { callQuery } from '../../lib/queries/call-query.ts';
import { useFormat } from '../../lib/formats/use-format.ts';
import { useAction } from '../../lib/actions/use-action.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Alert } from '../../ui/message/alert.tsx';
import { FailureAlert } from '../../ui/message/failure-alert.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './verify-paper.module.css';

type Verdict = CallAnswer<typeof verifyAgreement>;

const megabytes = maxVerifiedBytes / 1024 / 1024;

/** Takes a PDF and shows if it is genuine. The server does not keep the file. */
export function VerifyPaper() {
  const { t } = useTranslation();
  const id = useId();
  const [chosen, setChosen] = useState<{ file: File; verdict?: Verdict | 'too large' }>();
  const failed = { title: 'verify.failed' };
  const { run, failure } = useAction(verify, { onDone: setChosen, failures: { other: failed, unanswered: failed } });
  const check = (file: File) => {
    setChosen({ file });
    void run(file);
  };
  return (
    <div className={styles.verify}>
      <label htmlFor={id} className={styles.drop}>
        <IconFileTypePdf size={28} aria-hidden="true" />
        <strong>{t('verify.choose')}</strong>
        <span>{chosen?.file.name ?? t('verify.hint', { megabytes })}</span>
        <input
          id={id}
          type="file"
          accept="application/pdf,.pdf"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file) check(file);
            // Allows the same file to be chosen again.
            event.currentTarget.value = '';
          }}
        />
      </label>
      <div aria-live="polite">
        {chosen && !chosen.verdict && !failure && (
          <span className={styles.busy}>
            <Spinner />
            {t('verify.checking')}
          </span>
        )}
        {chosen?.verdict && <Says verdict={chosen.verdict} />}
        <FailureAlert failure={failure} />
      </div>
    </div>
  );
}

/** Verifies a file. One that is too large can't be the marina's, so it isn't sent. */
async function verify(file: File) {
  const isTooLarge = file.size > maxVerifiedBytes;
  const verdict = isTooLarge ? ('too large' as const) : await apiUpload(verifyAgreement, { body: { file } });
  return { file, verdict };
}

function Says({ verdict }: { verdict: Verdict | 'too large' }) {
  const { t } = useTranslation();
  if (verdict === 'too large') return <Alert kind="warning" title={t('verify.tooLarge', { megabytes })} />;
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
  const items = [
    { name: t('verify.marina'), value: marina },
    { name: t('agreements.type'), value: agreementType },
    { name: t('agreements.captureTime'), value: time(signedOn) },
    { name: t('verify.sealedOn'), value: time(sealedOn) },
  ];
  return (
    <Alert kind="success" title={t('verify.genuine')}>
      <div className={styles.facts}>
        <DescriptionList look="column" items={items} />
      </div>
    </Alert>
  );
}
