import { start } from './start.tsx';

const root = document.getElementById('root');
// Not awaited: Safari runs a module that waits at its top level for ever once the module's frame is removed. The page
// around the frame then answers no more, as a payment's page did when the bank's frame went.
if (root) void start(root);
