export { type Cell, csvLines } from './csv.rules.ts';
