interface ProcessLike {
  on?(event: 'beforeExit', listener: () => void): void
}

/** Process-wide state, since a process ends only once: one listener serves all clients. */
const callbacks = new Set<() => Promise<void>>()
let listening = false

/** Runs `callback` once when the process is about to exit by itself. Returns a function that unregisters it. */
export function onBeforeExit(callback: () => Promise<void>): () => void {
  callbacks.add(callback)
  const { process } = globalThis as { process?: ProcessLike }
  if (!listening && process?.on) {
    listening = true
    process.on('beforeExit', () => {
      // Each runs once: a callback that keeps failing would otherwise keep the process alive.
      const pending = [...callbacks]
      callbacks.clear()
      for (const run of pending) void run()
    })
  }
  return () => callbacks.delete(callback)
}
