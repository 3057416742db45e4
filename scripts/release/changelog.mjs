/** Kinds of entries, in the order of a page: what needs an action of the reader is first. */
const KINDS = /** @type {const} */ (['changed', 'added', 'fixed'])
const TITLES = { changed: 'Changed', added: 'Added', fixed: 'Fixed' }
const KIND_OF_STEP = /** @type {const} */ ({ major: 'changed', minor: 'added', patch: 'fixed' })
/** Two minutes of somebody who reads 250 words a minute. */
const READABLE_WORDS = 500
/** The text of a version without a change of its own. */
const TOGETHER = 'Released together with the other packages.'

/**
 * @typedef {{ lead: string[], changed: string[], added: string[], fixed: string[] }} Entries `lead`: sentences before the first heading
 * @typedef {{ [packageName: string]: Entries }} EntriesByPackage
 * @typedef {{ summary: string, releases: readonly { name: string, type: string }[] }} Changeset
 */

/** @returns {Entries} */
const noEntries = () => ({ lead: [], changed: [], added: [], fixed: [] })

/**
 * The entries of a changeset or of one version of a changelog: items below `**Added**` or `### Added`.
 * @param {string} text
 * @returns {Entries}
 */
export function entriesIn(text) {
  const entries = noEntries()
  let kind = /** @type {keyof Entries} */ ('lead')
  let isOpen = false
  for (const line of text.split('\n').map((one) => one.trim())) {
    const [, title] = /^(?:\*\*|### )(Changed|Added|Fixed)(?:\*\*)?$/.exec(line) ?? []
    if (title) kind = KINDS.find((one) => TITLES[one] === title) ?? kind
    const item = kind === 'lead' ? line : line.replace(/^[-*] /, '')
    const begins = item !== line || !isOpen
    isOpen = !title && line !== ''
    if (!isOpen) continue
    if (begins) entries[kind].push(item)
    else entries[kind].push(`${entries[kind].pop()} ${item}`)
  }
  return entries
}

/**
 * The entries of changesets, by package. A changeset without a heading is one entry, whose kind follows from its step.
 * @param {readonly Changeset[]} changesets
 * @returns {EntriesByPackage}
 */
export function pendingEntries(changesets) {
  /** @type {EntriesByPackage} */
  const all = {}
  for (const { summary, releases } of changesets)
    for (const { name, type } of releases) {
      const entries = entriesIn(summary)
      const hasHeading = KINDS.some((kind) => entries[kind].length > 0)
      const found = hasHeading ? entries : { ...noEntries(), [KIND_OF_STEP[type]]: [entries.lead.join(' ')] }
      all[name] ??= noEntries()
      for (const [kind, texts] of Object.entries(found)) all[name][kind].push(...texts)
    }
  return all
}

/**
 * A changelog with one more version, which is the first.
 * @param {string} changelog empty before the first release
 * @param {Entries} [entries] absent when the package changed with the others only
 */
export function changelogWith(changelog, name, version, entries = noEntries()) {
  const groups = KINDS.filter((kind) => entries[kind].length > 0).map(
    (kind) => `### ${TITLES[kind]}\n\n${entries[kind].map((text) => `- ${text}`).join('\n')}`,
  )
  const parts = [...entries.lead, ...groups]
  const section = [`## ${version}`, ...(parts.length > 0 ? parts : [TOGETHER])]
  const earlier = changelog.replace(/^# .*\n+/, '').trim()
  return `${[`# ${name}`, ...section, ...(earlier ? [earlier] : [])].join('\n\n')}\n`
}

/**
 * The versions of a changelog, the newest first.
 * @param {string} changelog
 */
export const versionsIn = (changelog) =>
  changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [version = '', ...lines] = section.split('\n')
      return { version, entries: entriesIn(lines.filter((line) => line !== TOGETHER).join('\n')) }
    })

/**
 * The entries of one version, by package.
 * @param {{ readonly [packageName: string]: string }} changelogs
 * @returns {EntriesByPackage}
 */
export const entriesOf = (version, changelogs) =>
  Object.fromEntries(
    Object.entries(changelogs).flatMap(([name, changelog]) =>
      versionsIn(changelog)
        .filter((one) => one.version === version)
        .map(({ entries }) => [name, entries]),
    ),
  )

/**
 * The notes of one release over all packages. Of a long release they show first sentences, as many as are read in two
 * minutes; every entry is below them, folded.
 * @param {EntriesByPackage} all
 */
export function releaseNotes(all) {
  const leads = [...new Set(Object.values(all).flatMap(({ lead }) => lead))]
  const items = KINDS.flatMap((kind) =>
    Object.entries(all).flatMap(([name, entries]) => entries[kind].map((text) => ({ kind, name, text }))),
  )
  const full = items.map(({ kind, name, text }) => ({ kind, line: `* **${name}**: ${text}` }))
  if (wordsOf(full) <= READABLE_WORDS) return `${[...leads, ...sections(full, '###')].join('\n\n')}\n`

  const short = items.map(({ kind, name, text }) => ({ kind, line: `* **${name}**: ${firstSentence(text)}` }))
  // A tenth is left for headings, and for the line that says what is folded.
  const shown = short.filter((_, at) => wordsOf(short.slice(0, at + 1)) <= READABLE_WORDS * 0.9)
  const folded = items.length - shown.length
  return `${[
    ...leads,
    ...sections(shown, '###'),
    ...(folded > 0 ? [`And ${folded} more, in the list below.`] : []),
    `<details>\n<summary>All ${items.length} entries in full</summary>`,
    ...sections(full, '####'),
    '</details>',
  ].join('\n\n')}\n`
}

const sections = (lines, heading) =>
  KINDS.map((kind) => [TITLES[kind], lines.filter((one) => one.kind === kind)])
    .filter(([, own]) => own.length > 0)
    .map(([title, own]) => `${heading} ${title}\n\n${own.map(({ line }) => line).join('\n')}`)

const firstSentence = (text) => text.split(/(?<=[.!?]) (?=[A-Z`])/)[0]
const wordsOf = (lines) => lines.reduce((sum, { line }) => sum + line.split(' ').length, 0)
