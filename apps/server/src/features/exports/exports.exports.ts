export { type Cell, csvLines, type Separator } from './csv.rules.ts';
