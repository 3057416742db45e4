/** @typedef {{ ok: boolean, output?: string, note?: string | undefined }} Result */
/** @typedef {{ name: string, fix?: string, run: (worker: number) => Promise<Result> }} Step `worker`: the number of the worker that runs it, from 0 */

/**
 * Runs steps, as many at a time as there are workers. Prints a line for each as it ends, with the whole output of one that failed.
 * @param {readonly Step[]} steps
 * @param {{ workers?: number, print?: (line: string) => void }} options
 */
export async function runSteps(steps, { workers = 1, print = console.log } = {}) {
  const waiting = [...steps]
  const failed = []
  const work = async (_, worker) => {
    for (let step = waiting.shift(); step; step = waiting.shift())
      if (!(await runStep(step, worker, print))) failed.push(step.name)
  }
  await Promise.all(Array.from({ length: workers }, work))
  return { passed: steps.length - failed.length, failed }
}

/**
 * @param {Step} step
 * @param {number} worker
 * @param {(line: string) => void} print
 */
async function runStep({ name, run, fix }, worker, print) {
  const startedMs = performance.now()
  const { ok, output = '', note = '' } = await run(worker).catch(failure)
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1).padStart(6)
  const lines = [`${ok ? '✓' : '✗'} ${seconds} s  ${name}${note ? `  (${note})` : ''}`]
  if (!ok) lines.push('', output.trim(), '', ...(fix ? [`→ ${fix}`, ''] : []))
  print(lines.join('\n'))
  return ok
}

/** @returns {Result} */
const failure = (error) => ({ ok: false, output: String(error.stack) })
