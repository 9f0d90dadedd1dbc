import { useState } from 'react';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { Button } from '../../../ui/button.tsx';

/**
 * Closes the window. A browser allows that only if a script opened the window; otherwise a text asks to close it
 * (decision C2.56).
 */
export function CloseWindow() {
  const { t } = useTranslation();
  const [tried, setTried] = useState(false);
  const close = () => {
    window.close();
    setTried(true);
  };
  return (
    <>
      <Button type="button" variant="default" onClick={close}>
        {t('agreements.closeWindow')}
      </Button>
      <output>{tried && t('agreements.closeByHand')}</output>
    </>
  );
}
