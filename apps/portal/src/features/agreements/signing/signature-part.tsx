import { longestTypedName } from '@quayside/contract/agreements/agreement-signing.ts';
import { IconKeyboard, IconSignature } from '@tabler/icons-react';
import { type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import type Pad from 'signature_pad';
import type { PointGroup } from 'signature_pad';
import { isOffline } from '../../../lib/browser/online.ts';
import { pause } from '../../../lib/browser/pause.ts';
import { tellUnhandled } from '../../../lib/errors/unhandled-errors.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import type { FormModel } from '../../../ui/form/use-form.ts';
import { Alert } from '../../../ui/message/alert.tsx';
import { Tabs } from '../../../ui/page/tabs.tsx';
import styles from './signature.module.css';
import { imageOfName, ink, loadPad } from './signature-image.ts';
import { padHeightOf, padWidthIn, penOn, scaleStrokes, signatureWidth } from './strokes.ts';
import { isStarted, type SignatureModel, type SignerValues } from './use-signature.ts';

interface Props {
  form: FormModel<SignerValues>;
  model: SignatureModel;
  /** False: the part is grey. */
  isActive: boolean;
  isTooShort: boolean;
}

/** The signature, drawn or typed (decision C2.55). */
export function SignaturePart({ form, model, isActive, isTooShort }: Props) {
  const { t } = useTranslation();
  const titleId = useId();
  const { signature, choose, draw, clear } = model;
  const tabs = [
    { key: 'drawn', label: t('agreements.draw'), icon: <IconSignature size={20} aria-hidden="true" /> },
    { key: 'typed', label: t('agreements.typeName'), icon: <IconKeyboard size={20} aria-hidden="true" /> },
  ] as const;
  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <h3 id={titleId}>{t('agreements.signature')}</h3>
      <Tabs label={t('agreements.howToSign')} tabs={tabs} chosen={signature.method} onChoose={choose}>
        {signature.method === 'drawn' ? (
          <SignaturePad strokes={signature.strokes} onChange={draw} isActive={isActive} />
        ) : (
          <TypedSignature form={form} isActive={isActive} />
        )}
      </Tabs>
      {isStarted(signature) && (
        <div>
          <Button type="button" variant="default" onClick={clear}>
            {t('agreements.clear')}
          </Button>
        </div>
      )}
      {isTooShort && <Alert kind="error" title={t('agreements.signatureTooShort')} />}
    </section>
  );
}

/** The typed name, and the exact image of it that will be stored. */
function TypedSignature({ form, isActive }: Pick<Props, 'form' | 'isActive'>) {
  const { t } = useTranslation();
  const name = form.values.typedName.trim();
  const image = useMemo(() => (name === '' ? undefined : imageOfName(name)), [name]);
  return (
    <div className={styles.typed}>
      <TextField
        form={form}
        name="typedName"
        label={t('agreements.typedName')}
        autoComplete="off"
        maxLength={longestTypedName}
        disabled={!isActive}
      />
      <div className={styles.preview} data-active={isActive || undefined}>
        {image && <img src={image} alt={t('agreements.typedPreview', { name })} />}
      </div>
    </div>
  );
}

interface SignaturePadProps {
  /** The strokes, in the size of a full-width pad. */
  strokes: readonly PointGroup[];
  onChange: (strokes: readonly PointGroup[]) => void;
  /** False: the pad is grey and takes no strokes. */
  isActive: boolean;
}

/** A pad to sign on by mouse, finger or pen. Its label tells screen reader users that they can type instead. */
function SignaturePad(props: SignaturePadProps) {
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
          style={size}
        />
      </div>
    </div>
  );
}

interface Options {
  /** The strokes, in the size of a full-width pad. */
  strokes: readonly PointGroup[];
  onChange: (strokes: readonly PointGroup[]) => void;
  /** False: the pad takes no strokes. */
  isActive: boolean;
}

/** A canvas in a wrapper to draw on. It shows the strokes sharply at every size and pixel ratio. */
function usePad({ strokes, onChange, isActive }: Options) {
  const wrapper = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, ratio } = usePadSize(wrapper);
  const library = useLibrary(wrapper, isActive || strokes.length > 0);

  useEffect(() => {
    const element = canvas.current;
    if (!element || !library || width === 0) return undefined;
    element.width = Math.round(width * ratio);
    element.height = Math.round(padHeightOf(width) * ratio);
    element.getContext('2d')?.scale(ratio, ratio);
    // Throttling is off, because it would drop the end of a quick stroke.
    const pad = new library.Pad(element, { ...penOn(width), penColor: ink, minDistance: 2, throttle: 0 });
    pad.fromData(scaleStrokes(strokes, width / signatureWidth));
    let isDrawing = false;
    const keep = () => {
      isDrawing = false;
      onChange(scaleStrokes(pad.toData(), signatureWidth / width));
    };
    pad.addEventListener('beginStroke', () => (isDrawing = true));
    pad.addEventListener('endStroke', keep);
    if (!isActive) pad.off();
    return () => {
      pad.off();
      // A phone that is turned during a stroke gets a pad of another size, which does not hear the stroke's end.
      if (isDrawing) keep();
    };
  }, [strokes, onChange, isActive, library, width, ratio]);

  return {
    wrapper,
    canvas,
    size: { width, height: padHeightOf(width) },
    /** True if the pad takes strokes. */
    isReady: isActive && library !== undefined,
  };
}

/**
 * Loads the drawing library as soon as the page has time: most readers read the agreement first. If that fails, it is
 * tried again when the pad is needed, when the connection returns, and when the pad is touched.
 */
function useLibrary(wrapper: RefObject<HTMLElement | null>, isWanted: boolean) {
  const [library, setLibrary] = useState<{ Pad: typeof Pad }>();
  const isMissing = library === undefined;
  useEffect(() => {
    const element = wrapper.current;
    if (!isMissing || !element) return undefined;
    const loadOrTell = () =>
      pause()
        .then(loadPad)
        .then((loaded) => setLibrary((known) => known ?? { Pad: loaded.default }))
        .catch((error: unknown) => {
          // Without a connection, the page shows one notice for all.
          if (isWanted && !isOffline()) tellUnhandled(error);
        });
    void loadOrTell();
    addEventListener('online', loadOrTell);
    element.addEventListener('pointerdown', loadOrTell);
    return () => {
      removeEventListener('online', loadOrTell);
      element.removeEventListener('pointerdown', loadOrTell);
    };
  }, [wrapper, isMissing, isWanted]);
  return library;
}

function usePadSize(wrapper: RefObject<HTMLElement | null>) {
  const [width, setWidth] = useState(0);
  const [ratio, setRatio] = useState(1);
  useEffect(() => {
    const element = wrapper.current;
    if (!element) return undefined;
    const measure = () => {
      setWidth(padWidthIn(element.clientWidth));
      setRatio(devicePixelRatio);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // Follows zooming, and a window that moves to another screen.
    addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      removeEventListener('resize', measure);
    };
  }, [wrapper]);
  return { width, ratio };
}
