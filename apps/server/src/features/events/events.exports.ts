export { presentEvent } from './events.presenter.ts';
export { ofPersonEvents } from './events.tables.ts';
