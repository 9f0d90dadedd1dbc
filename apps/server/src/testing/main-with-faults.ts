import { run } from '../run.ts';
import { addFaultSwitch } from './fault-switch.ts';

/** The server of the browser tests: production's, with the switch of faults. */
await run(addFaultSwitch);
