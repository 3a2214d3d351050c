// @ts-check
// Loaded into the VS Code server before its own code: ends it when the process that started it is gone. A killed test
// run can stop nothing any more, so the server has to notice by itself.
const parent = process.ppid;

setInterval(() => {
  if (process.ppid !== parent) process.exit(1);
}, 1000).unref();
