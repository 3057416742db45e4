/** What a command uses of its process. */
export interface Host {
  readonly cwd: string
  readonly env: { readonly [name: string]: string | undefined }
  /** Questions can be asked. */
  readonly isTerminal: boolean
  out(line: string): void
  err(line: string): void
}

/** 0: done. 1: something failed, or the person cancelled. 2: wrong usage. */
export type ExitCode = 0 | 1 | 2
