export { analyse, shapeOf } from './archive.queries.ts';
export { archivedTables } from './archived-tables.rules.ts';
export { countRowsOfMarina, deleteMarina, whyNotDeleted } from './delete-marina.service.ts';
export { type ArchivedFile, filePath, Manifest, manifestPath } from './manifest.rules.ts';
export { checkRows, filesIn, requireEmpty, takeInRows, WrongExport } from './take-in.service.ts';
