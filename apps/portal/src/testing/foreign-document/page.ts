import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { ForeignDocument } from '../../ui/html/foreign-document.tsx';
import '../../ui/theme/tokens.css';
import '../../ui/theme/base.css';

/** Shows the document whose number the address names, as a screen would. Attacks call `hit`, which marks the page. */
Object.assign(window, { hit: () => document.documentElement.setAttribute('data-hit', location.hash) });

const answer = await fetch('documents.json');
const documents = (await answer.json()) as string[];
const root = createRoot(document.getElementById('root') as HTMLElement);

function show(): void {
  const shown = location.hash.slice(1);
  const html = documents[Number(shown)] ?? '';
  root.render(
    createElement('div', { 'data-shown': shown }, createElement(ForeignDocument, { html, label: 'Agreement' })),
  );
}

addEventListener('hashchange', show);
show();
