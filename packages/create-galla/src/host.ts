/** The parts of its process that a command uses. */
export interface Host {
  /** Folder in which relative paths begin. */
  readonly cwd: string
  /** Environment variables. */
  readonly env: { readonly [name: string]: string | undefined }
  /** Questions can be asked. */
  readonly isTerminal: boolean
  /** Prints a line of the result. */
  out(line: string): void
  /** Prints a line about the progress or a mistake. */
  err(line: string): void
}

/** 0: done. 1: something failed, or the person cancelled. 2: wrong usage. */
export type ExitCode = 0 | 1 | 2
