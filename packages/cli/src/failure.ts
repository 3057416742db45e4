import { EXIT, type ExitCode } from './io.ts'

/** Ends a command with a sentence for the person and a code for the shell. */
export class Failure extends Error {
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode = EXIT.failed) {
    super(message)
    this.exitCode = exitCode
  }
}

export const wrongUse = (message: string): Failure => new Failure(message, EXIT.usage)
