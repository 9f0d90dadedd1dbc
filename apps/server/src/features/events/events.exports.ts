/** The parts of events that others may use, beside its service. */
export { presentEvent } from './events.presenter.ts';
export { ofPersonEvents } from './events.tables.ts';
