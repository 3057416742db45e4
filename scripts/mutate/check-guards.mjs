import { changesOf } from './run-mutation.mjs'

/**
 * @typedef {import('./guards.mjs').Guarantee} Guarantee
 * @typedef {import('./guards.mjs').Mutation} Mutation
 * @typedef {(file: string) => string | undefined} Read the text of a file; undefined when there is none
 */

/**
 * Entries of the list that no longer fit the repository: texts that are gone, tests that do not exist, rows without a guard.
 * @param {readonly Guarantee[]} guarantees
 * @param {readonly string[]} rows first cells of the table "What it guarantees"
 * @param {Read} read
 * @returns {string[]}
 */
export function staleGuards(guarantees, rows, read) {
  const mutations = guarantees.flatMap((guarantee) => guarantee.mutations)
  const names = mutations.map(({ name }) => name)
  return [
    ...names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${name}: two guards have this name`),
    ...mutations.flatMap((mutation) => [...staleEdits(mutation, read), ...staleTests(mutation, read)]),
    ...guarantees.flatMap((guarantee) => staleRow(guarantee, rows, read)),
    ...rows
      .filter((row) => !guarantees.some((one) => !one.document && row.startsWith(one.row)))
      .map((row) => `${row}: no guard of this guarantee is taken away`),
  ]
}

/**
 * @param {Mutation} mutation
 * @param {Read} read
 */
function staleEdits(mutation, read) {
  try {
    changesOf(mutation, (file) => read(file) ?? '')
    return mutation.edits.length > 0 ? [] : [`${mutation.name}: changes nothing`]
  } catch (error) {
    return [error.message]
  }
}

/**
 * @param {Mutation} mutation
 * @param {Read} read
 */
function staleTests({ name, tests, implied }, read) {
  if (implied) return []
  if (tests.length === 0) return [`${name}: names no test`]
  return tests.flatMap(({ file, test }) => {
    const text = read(file)
    if (text === undefined) return [`${name}: there is no ${file}`]
    return test !== '' && text.includes(test) ? [] : [`${name}: ${file} has no test named ${JSON.stringify(test)}`]
  })
}

/**
 * @param {Guarantee} guarantee
 * @param {readonly string[]} rows
 * @param {Read} read
 */
function staleRow({ row, document, untouched, mutations }, rows, read) {
  if (mutations.length === 0 && !untouched) return [`${row}: has neither a guard nor a reason why none is taken away`]
  if (document) return read(document) === undefined ? [`${row}: there is no ${document}`] : []
  const count = rows.filter((one) => one.startsWith(row)).length
  return count === 1 ? [] : [`${row}: begins ${count} rows of "What it guarantees", and must begin one`]
}

/**
 * First cells of the table of a section of a document.
 * @param {string} markdown
 * @param {string} heading
 */
export function rowsOf(markdown, heading) {
  const section = markdown.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const lines = section.split('\n').filter((line) => line.startsWith('| '))
  return lines.slice(1).map((line) => line.slice(2, line.indexOf(' | ')))
}
