import { parentPort } from 'node:worker_threads';
import { findInPdf } from './active-pdf.ts';

parentPort?.on('message', async (bytes: Uint8Array) => parentPort?.postMessage(await findInPdf(bytes)));
