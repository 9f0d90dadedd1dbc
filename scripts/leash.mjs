/**
 * Loaded into a program that a command runs to its end (`node --import`): when the command is gone, however it went,
 * the program ends too, and with it what it had started. Workers load it as well, but their channel is their runner's.
 */
process.once('disconnect', () => process.exit(1));
if (process.connected === false) process.exit(1); // it went before we listened

// The listener alone would keep a runner alive that is done, while a worker lives by its channel.
if (String(process.ppid) === process.env.QUAYSIDE_COMMAND_PID) process.channel?.unref();
