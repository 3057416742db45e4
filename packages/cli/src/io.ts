/** What a command may touch of the outside: tests hand in their own. */
export interface Io {
  out(line: string): void
  err(line: string): void
  env: { readonly [name: string]: string | undefined }
  fetch: typeof fetch
  nowMs(): number
  /** Resolves after so many milliseconds, or as soon as the program is asked to stop. */
  pause(ms: number): Promise<void>
  /** Aborted by Ctrl-C and by a polite kill. */
  stop: AbortSignal
}

/** Exit codes, as `galla help` tells them. */
export const EXIT = { ok: 0, failed: 1, usage: 2, unreachable: 3 } as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

export type Command = (args: string[], io: Io) => Promise<ExitCode>
