/** One line a step while all is well; the whole output of a step that failed, and on to the next one. */
export async function runSteps(steps, tell = console.log) {
  const failed = []
  for (const step of steps) {
    const startedMs = performance.now()
    const {
      ok,
      output = '',
      note = '',
    } = await step.run().catch((error) => ({ ok: false, output: String(error.stack) }))
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1).padStart(6)
    tell(`${ok ? '✓' : '✗'} ${seconds} s  ${step.name}${note && `  (${note})`}`)
    if (ok) continue
    failed.push(step.name)
    tell(`\n${output.trim()}\n`)
    if (step.way) tell(`→ ${step.way}\n`)
  }
  return { passed: steps.length - failed.length, failed }
}
