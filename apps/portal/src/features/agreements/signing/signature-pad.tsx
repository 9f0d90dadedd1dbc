import type { PointGroup } from 'signature_pad';
import { useTranslation } from 'react-i18next';
import styles from './signature.module.css';
import { usePad } from './use-pad.ts';

interface Props {
  /** On a pad of full width. */
  strokes: readonly PointGroup[];
  onChange: (strokes: readonly PointGroup[]) => void;
  /** Grey until then, and takes no strokes. */
  isActive: boolean;
}

/** Paper to sign on by mouse, finger or pen. Who can't, types: it says so to those who hear it. */
export function SignaturePad(props: Props) {
  const { t } = useTranslation();
  const { wrapper, canvas, size, isReady } = usePad(props);
  return (
    <div ref={wrapper} className={styles.wrapper}>
      <div className={styles.paper} data-active={isReady || undefined}>
        <canvas
          ref={canvas}
          // A picture, but one to draw on.
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="img"
          aria-label={t(props.strokes.length > 0 ? 'agreements.padSigned' : 'agreements.padEmpty')}
          style={{ width: size.width, height: size.height }}
        />
      </div>
    </div>
  );
}
