import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { failedRow, rowPrinter } from './lib/rows.mjs'

/**
 * Runs measures one after the other. Each row is printed and appended to the file as soon as it is there. A measure that throws is one row
 * with its error, and the next one runs.
 * @param {object} options
 * @param {object} options.measures functions by name, which return rows or yield them one by one. Their argument is `context` with `use`:
 *   what is given to `use` while it starts is stopped after the measure
 * @param {object} [options.context] of every measure
 * @param {object} options.machine what is printed and stored beside the rows
 * @param {string} options.file of JSON lines; one that exists is replaced
 * @param {boolean} options.json prints the lines of the file instead of a table
 * @param {boolean} options.isTerminal whether a failure may be printed in red
 * @param {(line: string) => void} options.print
 * @returns {Promise<{ failed: number }>} how many measures have failed
 */
export async function runMeasures({ measures, context = {}, machine, file, json, isTerminal, print }) {
  const counts = { judged: 0, met: 0, failed: 0 }
  const printRow = rowPrinter(print, { isTerminal })
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '')
  const line = (value) => {
    appendFileSync(file, `${JSON.stringify(value)}\n`)
    if (json) print(JSON.stringify(value))
  }
  const report = (row) => {
    if (row.failed !== undefined) counts.failed += 1
    if (row.met !== null) counts.judged += 1
    if (row.met) counts.met += 1
    line(row)
    if (!json) printRow(row)
  }
  line({ machine })
  for (const [name, measure] of Object.entries(measures)) {
    try {
      for await (const row of rowsOf(measure, context)) report(row)
    } catch (error) {
      report(failedRow(name, name, error))
    }
  }
  const { judged, met, failed } = counts
  const failures = failed === 0 ? '' : `, ${failed} ${failed === 1 ? 'measure' : 'measures'} failed`
  if (!json) print(`${met} of ${judged} targets met${failures}`)
  return { failed }
}

/** The rows of a measure. What the measure has started with `use` is stopped at its end, the last first. */
async function* rowsOf(measure, context) {
  const started = []
  const use = (starting) => {
    started.push(starting)
    return starting
  }
  try {
    yield* await measure({ ...context, use })
  } finally {
    // What did not start has failed the measure.
    for (const one of started.reverse())
      await one.then(
        ({ stop }) => stop(),
        () => {},
      )
  }
}
