interface ProcessLike {
  on?(event: 'beforeExit', listener: () => void): void
}

/**
 * Who still has something to say when the program comes to its natural end. The end of a process is process-wide,
 * and so is this list: one listener serves every client.
 */
const waiting = new Set<() => Promise<void>>()
let listening = false

export function atExit(sayIt: () => Promise<void>): () => void {
  waiting.add(sayIt)
  const { process } = globalThis as { process?: ProcessLike }
  if (!listening && process?.on) {
    listening = true
    process.on('beforeExit', () => {
      // Once each: what fails now would otherwise be tried for ever, and the program would never end.
      const now = [...waiting]
      waiting.clear()
      for (const say of now) void say()
    })
  }
  return () => waiting.delete(sayIt)
}
