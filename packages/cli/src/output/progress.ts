import type { Io } from '../io.ts'

/** Time between two lines of progress. Milliseconds. */
export const PROGRESS_MS = 5_000

/** Writes lines of progress to standard error: the newest one every five seconds, and none of work that ends before. */
export function progressOn({ err, nowMs }: Pick<Io, 'err' | 'nowMs'>): (line: () => string) => void {
  let lastMs = nowMs()
  return (line) => {
    if (nowMs() - lastMs < PROGRESS_MS) return
    lastMs = nowMs()
    err(line())
  }
}

/** Writes a line of progress to standard error every five seconds while the work runs. `line` gets the seconds. */
export async function withProgress<Result>(
  { err }: Pick<Io, 'err'>,
  line: (seconds: number) => string,
  work: () => Promise<Result>,
): Promise<Result> {
  let lines = 0
  const timer = setInterval(() => {
    lines += 1
    err(line((lines * PROGRESS_MS) / 1_000))
  }, PROGRESS_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
