import { describe, expect, it } from 'vitest'
import { releaseNotesPage, versionLabel } from './release-notes.mjs'

const none = { lead: [], changed: [], added: [], fixed: [] }
const pending = { galla: { ...none, fixed: ['An option that is read.'] } }
const changelogs = {
  '@galla/sdk':
    '# @galla/sdk\n\n## 0.3.0\n\nReleased together with the other packages.\n\n## 0.2.0\n\n### Added\n\n- A call.\n',
  galla: '# galla\n\n## 0.3.0\n\n### Added\n\n- A command.\n\n## 0.2.0\n\n### Fixed\n\n- An option.\n',
}
const unreleased = { '@galla/sdk': '', galla: '' }

describe('the version that a site describes', () => {
  it('is the released one on a commit without changesets', () =>
    expect(versionLabel({ version: '0.3.0', pending: {}, changelogs })).toEqual({ label: '0.3.0' }))

  it('is the next one where changesets are pending, and each page names the released one', () =>
    expect(versionLabel({ version: '0.3.0', pending, changelogs })).toEqual({
      label: 'Next version',
      notice: 'This page describes the next version. The released version is 0.3.0.',
    }))

  it('is not published before the first release, and each page says so', () =>
    expect(versionLabel({ version: '0.1.0', pending, changelogs: unreleased }).notice).toContain(
      'Galla is not published yet',
    ))
})

describe('the page of release notes', () => {
  it('has what comes next, then each release with the newest first', () =>
    expect(releaseNotesPage({ version: '0.3.0', pending, changelogs })).toMatch(
      /^## Next version\n\n### Fixed\n\n\* \*\*galla\*\*: An option that.*\n\n## 0.3.0\n\n### Added\n\n\* \*\*galla\*\*: A command.*\n\n## 0.2.0\n\n### Added\n\n\* \*\*@galla\/sdk\*\*: A call.\n\n### Fixed\n/m,
    ))

  it('says that nothing is published before the first release', () => {
    expect(releaseNotesPage({ version: '0.1.0', pending, changelogs: unreleased })).toContain(
      'Nothing is published yet.',
    )
    expect(releaseNotesPage({ version: '0.3.0', pending, changelogs })).not.toContain('Nothing is published yet.')
  })
})
