import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { failedRow, rowPrinter } from './lib/rows.mjs'

/**
 * Runs measures one after the other. Each row is printed and appended to the file as soon as it is there. A measure that throws is one row
 * with its error, and the next one runs.
 * @param {object} options
 * @param {object} options.measures functions by name, which return rows or yield them one by one
 * @param {object} options.machine what is printed and stored beside the rows
 * @param {string} options.file of JSON lines; one that exists is replaced
 * @param {boolean} options.json prints the lines of the file instead of a table
 * @param {boolean} options.isTerminal whether a failure may be printed in red
 * @param {(line: string) => void} options.print
 * @returns {Promise<{ failed: number }>} how many measures have failed
 */
export async function runMeasures({ measures, machine, file, json, isTerminal, print }) {
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
      for await (const row of await measure()) report(row)
    } catch (error) {
      report(failedRow(name, name, error))
    }
  }
  const { judged, met, failed } = counts
  const failures = failed === 0 ? '' : `, ${failed} ${failed === 1 ? 'measure' : 'measures'} failed`
  if (!json) print(`${met} of ${judged} targets met${failures}`)
  return { failed }
}
