import { start } from './start.tsx';

const root = document.getElementById('root');
if (root) await start(root);
