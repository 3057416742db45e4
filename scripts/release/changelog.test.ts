import { describe, expect, it } from 'vitest'
import { changelogWith, entriesIn, pendingEntries, releaseNotes, versionsIn } from './changelog.mjs'

const SDK = '@galla/sdk'
const changeset = (summary: string, type: 'major' | 'minor' | 'patch', name = SDK) => ({
  summary,
  releases: [{ name, type }],
})

describe('the entries of a changeset', () => {
  it('are the items below its headings', () => {
    const summary =
      'The first release.\n\n**Added**\n- A thing,\n  on two lines.\n- Another.\n\n**Fixed**\n- A fault.\n\n**Changed**\n* A default.'
    expect(entriesIn(summary)).toEqual({
      lead: ['The first release.'],
      added: ['A thing, on two lines.', 'Another.'],
      fixed: ['A fault.'],
      changed: ['A default.'],
    })
  })

  it.each([
    ['major', 'changed'],
    ['minor', 'added'],
    ['patch', 'fixed'],
  ] as const)('without a heading are one, and its step %s says that it is %s', (type, kind) => {
    const entries = pendingEntries([changeset('One thing.\nIn two sentences.', type)])
    expect(entries[SDK]).toEqual({
      lead: [],
      changed: [],
      added: [],
      fixed: [],
      [kind]: ['One thing. In two sentences.'],
    })
  })

  it('belong to each package that the changeset names', () => {
    const two = { summary: '**Changed**\n- Both.', releases: [SDK, 'galla'].map((name) => ({ name, type: 'patch' })) }
    expect(pendingEntries([two]).galla?.changed).toEqual(['Both.'])
    expect(pendingEntries([two])[SDK]?.changed).toEqual(['Both.'])
  })
})

describe('the changelog of a package', () => {
  const first = pendingEntries([
    changeset('The first release.\n\n**Added**\n- A thing.', 'minor'),
    changeset('A fault.', 'patch'),
  ])
  const changelog = changelogWith('', SDK, '0.1.0', first[SDK])

  it('groups the entries of a version by their kind', () =>
    expect(changelog).toBe(
      '# @galla/sdk\n\n## 0.1.0\n\nThe first release.\n\n### Added\n\n- A thing.\n\n### Fixed\n\n- A fault.\n',
    ))

  it('has the newest version first, also one without a change of its own', () => {
    const next = changelogWith(changelog, SDK, '0.2.0', undefined)
    expect(next).toContain('# @galla/sdk\n\n## 0.2.0\n\nReleased together with the other packages.\n\n## 0.1.0\n')
    expect(versionsIn(next).map(({ version }) => version)).toEqual(['0.2.0', '0.1.0'])
  })

  it('is read back as it was written', () => {
    expect(versionsIn(changelog)[0]?.entries).toEqual(first[SDK])
    const alone = changelogWith('', SDK, '0.1.0', undefined)
    expect(versionsIn(alone)).toEqual([{ version: '0.1.0', entries: { lead: [], changed: [], added: [], fixed: [] } }])
  })
})

describe('release notes', () => {
  const words = (text: string) => text.split(/\s+/).filter((word) => /\w/.test(word)).length
  /** Returns the visible text before a reader opens a section. */
  const open = (notes: string) => notes.replaceAll(/<details>[\s\S]*?<\/details>/g, '')

  it('of a short release say everything, changes that need action first', () => {
    const notes = releaseNotes({
      [SDK]: { lead: ['The first release.'], added: ['A thing. With a reason.'], changed: [], fixed: [] },
      galla: { lead: [], added: [], changed: ['A default.'], fixed: ['A fault.'] },
    })
    expect(notes).not.toContain('<details>')
    expect(notes).toBe(
      'The first release.\n\n### Changed\n\n* **galla**: A default.\n\n### Added\n\n* **@galla/sdk**: A thing. With a reason.\n\n### Fixed\n\n* **galla**: A fault.\n',
    )
  })

  it('of a hundred changesets are read in two minutes, and lose none of them', () => {
    const sentence = (kind: string, at: number) =>
      `Sentence ${kind}${at} has twenty words, so that a hundred of them are more than anybody would read at a time. ${'Reason '.repeat(20)}${kind}${at}.`
    const entries = (kind: string, count: number) => Array.from({ length: count }, (_, at) => sentence(kind, at))
    const all = { lead: [], changed: entries('c', 5), added: entries('a', 35), fixed: entries('f', 60) }
    const notes = releaseNotes({ [SDK]: all })
    // Two minutes of a reader who reads 250 words a minute.
    expect(words(open(notes))).toBeLessThanOrEqual(500)
    for (const entry of Object.values(all).flat()) expect(notes).toContain(entry)
    expect(open(notes)).toContain('Sentence c4 has')
    expect(open(notes)).toContain('Sentence a0 has')
    expect(open(notes)).toMatch(/\d+ more/)
    expect(open(notes)).not.toContain('Reason')
  })
})
