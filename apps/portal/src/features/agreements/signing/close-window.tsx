import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';

/** Closes the window. A browser does so only where a script has opened it; elsewhere it says that one may (decision C2.56). */
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
