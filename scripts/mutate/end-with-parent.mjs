/** The group gets so long to end by itself. Milliseconds. */
const KILL_DELAY_MS = 10_000

/**
 * Ends the group of this process when the runner is gone, also when it was killed: standard input is a pipe, which the system closes then. Tests
 * whose guard was taken away may run without end.
 */
export function endWithParent() {
  process.stdin.on('close', () => {
    // This process outlives the signal to its own group, to kill what does not end.
    process.on('SIGTERM', () => {})
    process.kill(-process.pid, 'SIGTERM')
    setTimeout(() => process.kill(-process.pid, 'SIGKILL'), KILL_DELAY_MS)
  })
  process.stdin.resume().unref()
}
