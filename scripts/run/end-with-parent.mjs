/**
 * Ends a program when the command that runs it is gone, for any reason, and with it everything that the program
 * started. It is loaded by `node --import`. Workers load it too, but their channel belongs to their runner.
 */
process.once('disconnect', () => process.exit(1));
if (process.connected === false) process.exit(1); // the command ended before we listened

// The listener alone would keep a finished runner alive, while a worker lives by its channel.
if (String(process.ppid) === process.env.QUAYSIDE_COMMAND_PID) process.channel?.unref();
