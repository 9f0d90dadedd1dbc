import type { PointGroup } from 'signature_pad';
import { useTranslation } from 'react-i18next';
import styles from './signature.module.css';
import { usePad } from './use-pad.ts';

interface Props {
  /** The strokes, in the size of a full-width pad. */
  strokes: readonly PointGroup[];
  onChange: (strokes: readonly PointGroup[]) => void;
  /** False: the pad is grey and takes no strokes. */
  isActive: boolean;
}

/** A pad to sign on by mouse, finger or pen. Its label tells screen reader users that they can type instead. */
export function SignaturePad(props: Props) {
  const { t } = useTranslation();
  const { wrapper, canvas, size, isReady } = usePad(props);
  return (
    <div ref={wrapper} className={styles.wrapper}>
      <div className={styles.paper} data-active={isReady || undefined}>
        <canvas
          ref={canvas}
          // It is a picture that the reader draws on.
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="img"
          aria-label={t(props.strokes.length > 0 ? 'agreements.padSigned' : 'agreements.padEmpty')}
          style={{ width: size.width, height: size.height }}
        />
      </div>
    </div>
  );
}
