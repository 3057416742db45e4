import { readdirSync, readFileSync } from 'node:fs'

/**
 * @typedef {{ file: string, test: string }} NamedTest a test file, and a text of the titles that count
 * @typedef {{ file: string, find: string, replace: string }} Edit a text that occurs once in the file, and what stands there without the guard
 * @typedef {object} Mutation
 * @property {string} name
 * @property {Edit[]} edits
 * @property {NamedTest[]} tests at least one of them goes red
 * @property {string} [shows] a text of the error with which they go red, where no assertion fails: a constraint of the database may be what refuses
 * @property {string} [implied] what holds the same beside it, and why the guard is kept: then nothing goes red, and nothing is tried
 * @typedef {object} Guarantee
 * @property {string} row the beginning of its row in "What it guarantees" of docs/guarantees.md, or what `document` promises
 * @property {string} [document] the document that promises it, when it is not that table
 * @property {string} [rule] the rule of money that it belongs to
 * @property {string} [untouched] why no guard of it is taken away
 * @property {Mutation[]} mutations
 */

/**
 * Reads a file of guards, which is written as a diff. Lines of the diff have no context: they are the text that is replaced, to the blank.
 *
 *     # row, and below it `document:`, `rule:` or `untouched:`
 *     file: path of the edits below
 *     @@ name of a mutation
 *     -text with the guard
 *     +text without the guard; absent where nothing takes its place
 *     test: path › text of a title
 *
 * `shows:` and `implied:` belong to the mutation above. A further `file:` begins a further edit, also of the same file.
 * @param {string} text
 * @returns {Guarantee[]}
 * @throws Error when a line is none of these, or stands where it has no meaning
 */
export function readGuards(text) {
  /** @type {(Omit<Guarantee, 'mutations'> & { mutations: (Omit<Mutation, 'edits'> & { edits: EditLines[] })[] })[]} */
  const guarantees = []
  /** @typedef {{ file: string, find: string[], replace: string[] }} EditLines */
  /** @type {EditLines | undefined} */
  let edit
  let file = ''
  for (const line of text.split('\n')) {
    const guarantee = guarantees.at(-1)
    const mutation = guarantee?.mutations.at(-1)
    const [, key = '', value = ''] = /^(#|@@|[a-z]+:) (.+)$/.exec(line) ?? []
    if (mutation && /^[-+]/.test(line)) {
      const isRemoved = line[0] === '-'
      if (!edit || (isRemoved && edit.replace.length > 0)) {
        edit = { file, find: [], replace: [] }
        mutation.edits.push(edit)
      }
      edit[isRemoved ? 'find' : 'replace'].push(line.slice(1))
      continue
    }
    edit = undefined
    if (key === '#') guarantees.push({ row: value, mutations: [] })
    else if (key === 'file:') file = value
    else if (guarantee && key === '@@') guarantee.mutations.push({ name: value, edits: [], tests: [] })
    else if (guarantee && /^(?:document|rule|untouched):$/.test(key)) guarantee[key.slice(0, -1)] = value
    else if (mutation && key === 'test:') mutation.tests.push(namedTest(value))
    else if (mutation && /^(?:shows|implied):$/.test(key)) mutation[key.slice(0, -1)] = value
    else if (line !== '') throw new Error(`No line of guards: ${line}`)
  }
  return guarantees.map((guarantee) => ({
    ...guarantee,
    mutations: guarantee.mutations.map((mutation) => ({
      ...mutation,
      edits: mutation.edits.map((one) => ({
        file: one.file,
        find: one.find.join('\n'),
        replace: one.replace.join('\n'),
      })),
    })),
  }))
}

function namedTest(value) {
  const [file = '', test = ''] = value.split(/ › (.*)/)
  return { file, test }
}

const FOLDER = new URL('guards/', import.meta.url)

/** @type {readonly Guarantee[]} each guarantee, with the guards that hold it */
export const GUARANTEES = readdirSync(FOLDER).flatMap((name) => readGuards(readFileSync(new URL(name, FOLDER), 'utf8')))

/** @type {readonly Mutation[]} those that are tried */
export const MUTATIONS = GUARANTEES.flatMap(({ mutations }) => mutations).filter(({ implied }) => implied === undefined)
