import { useMemo } from 'react';
import { type AllowedHtml, drawHtml } from './draw-html.ts';

const allowed: AllowedHtml = { p: [], br: [], b: [], i: [], a: ['href'], ul: [], li: [] };

/** The marina's own HTML. Only p, br, b, i, a, ul and li are rendered (decision C2.22). */
export function SafeHtml({ html }: { html: string }) {
  const nodes = useMemo(() => drawHtml(html, allowed, { rel: 'noopener' }), [html]);
  return <>{nodes}</>;
}
