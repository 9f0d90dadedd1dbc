import { run } from '../../run.ts';
import { addFaultSwitch } from './fault-switch.ts';

/** Runs the server for the browser tests: production's server with the fault switch. */
await run(addFaultSwitch);
