/** Exit codes of every command: scripts rely on them. */
export const OK = 0;
export const VIOLATED = 1;
export const UNUSABLE = 2;

/** Ends a command with a message on standard error and an exit code. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  constructor(
    readonly exitCode: typeof VIOLATED | typeof UNUSABLE,
    message: string,
  ) {
    super(message);
  }
}
