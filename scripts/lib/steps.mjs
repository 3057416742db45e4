/** @typedef {{ name: string, fix?: string, run: () => Promise<{ ok: boolean, output?: string, note?: string | undefined }> }} Step */

/** How often a step says that it still runs. Milliseconds. */
const PROGRESS_MS = 10_000

/**
 * Runs steps one after another. Prints a line for each as it ends, with the whole output of one that failed.
 * @param {readonly Step[]} steps
 * @param {(line: string) => void} print
 * @param {(line: string) => void} printProgress takes a line every ten seconds while a step runs
 */
export async function runSteps(steps, print = console.log, printProgress = console.error) {
  const failed = []
  for (const step of steps) if (!(await runStep(step, print, printProgress))) failed.push(step.name)
  return { passed: steps.length - failed.length, failed }
}

/**
 * @param {Step} step
 * @param {(line: string) => void} print
 * @param {(line: string) => void} printProgress
 */
async function runStep({ name, run, fix }, print, printProgress) {
  const startedMs = performance.now()
  let waits = 0
  const timer = setInterval(() => {
    waits += 1
    printProgress(`… ${String((waits * PROGRESS_MS) / 1000).padStart(6)} s  ${name}`)
  }, PROGRESS_MS)
  const {
    ok,
    output = '',
    note = '',
  } = await run()
    .catch((error) => ({ ok: false, output: String(error.stack), note: '' }))
    .finally(() => clearInterval(timer))
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1).padStart(6)
  const lines = [`${ok ? '✓' : '✗'} ${seconds} s  ${name}${note ? `  (${note})` : ''}`]
  if (!ok) lines.push('', output.trim(), '', ...(fix ? [`→ ${fix}`, ''] : []))
  print(lines.join('\n'))
  return ok
}
