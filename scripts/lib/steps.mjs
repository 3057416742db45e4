/** @typedef {{ name: string, fix?: string, run: () => Promise<{ ok: boolean, output?: string, note?: string | undefined }> }} Step */

/**
 * Runs steps one after another. Prints a line for each as it ends, with the whole output of one that failed.
 * @param {readonly Step[]} steps
 * @param {(line: string) => void} print
 */
export async function runSteps(steps, print = console.log) {
  const failed = []
  for (const step of steps) if (!(await runStep(step, print))) failed.push(step.name)
  return { passed: steps.length - failed.length, failed }
}

/**
 * @param {Step} step
 * @param {(line: string) => void} print
 */
async function runStep({ name, run, fix }, print) {
  const startedMs = performance.now()
  const {
    ok,
    output = '',
    note = '',
  } = await run().catch((error) => ({ ok: false, output: String(error.stack), note: '' }))
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1).padStart(6)
  const lines = [`${ok ? '✓' : '✗'} ${seconds} s  ${name}${note ? `  (${note})` : ''}`]
  if (!ok) lines.push('', output.trim(), '', ...(fix ? [`→ ${fix}`, ''] : []))
  print(lines.join('\n'))
  return ok
}
