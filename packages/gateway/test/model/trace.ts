/** The events of one run, for a failing seed. Keeps the latest lines. */
export interface Trace {
  add(text: string): void
  /** The lines that name one of these ids, oldest first; all lines without ids. */
  lines(ids?: readonly string[]): string[]
}

const MAX_LINES = 20_000

export function createTrace(nowMs: () => number): Trace {
  const startMs = nowMs()
  let lines: string[] = []
  return {
    add(text) {
      lines.push(`+${((nowMs() - startMs) / 1_000).toFixed(1)}s ${text}`)
      if (lines.length > MAX_LINES * 2) lines = lines.slice(-MAX_LINES)
    },
    lines: (ids) => (ids ? lines.filter((line) => ids.some((id) => line.includes(id))) : lines),
  }
}
