import { readFileSync } from 'node:fs'
import readChangesets from '@changesets/read'
import { at, root } from '../lib/paths.mjs'
import { entriesOf, pendingEntries, releaseNotes, versionsIn } from '../release/changelog.mjs'
import { changelogsIn } from '../release/versions.mjs'

/**
 * The version that the sources of the site describe: the released one, or the next one while there are changesets.
 * @returns {Promise<{ pending: import('../release/changelog.mjs').EntriesByPackage, changelogs: { [name: string]: string }, version: string }>}
 */
export async function readVersion() {
  const { version } = JSON.parse(readFileSync(at('packages/sdk/package.json'), 'utf8'))
  return { version, pending: pendingEntries(await readChangesets(root)), changelogs: changelogsIn(root) }
}

/** Versions that were released, the newest first. All packages have the same. */
const releasedIn = (changelogs) => [
  ...new Set(
    Object.values(changelogs)
      .flatMap(versionsIn)
      .map(({ version }) => version),
  ),
]

/**
 * The name of the version in the site's navigation, and a sentence at the top of each page where a reader could take it for the released one.
 * @param {Awaited<ReturnType<typeof readVersion>>} state
 * @returns {{ label: string, notice?: string }}
 */
export function versionLabel({ version, pending, changelogs }) {
  if (Object.keys(pending).length === 0) return { label: version }
  const [released] = releasedIn(changelogs)
  return {
    label: 'Next version',
    notice: released
      ? `This page describes the next version. The released version is ${released}.`
      : 'Galla is not published yet. This page describes the first version.',
  }
}

/**
 * The page of release notes: what comes next, then each release.
 * @param {Awaited<ReturnType<typeof readVersion>>} state
 */
export function releaseNotesPage({ pending, changelogs }) {
  const released = releasedIn(changelogs)
  const sections = released.map((version) => `## ${version}\n\n${releaseNotes(entriesOf(version, changelogs))}`)
  const next = Object.keys(pending).length > 0 ? [`## Next version\n\n${releaseNotes(pending)}`] : []
  return `# Release notes

All packages have one version. The file \`CHANGELOG.md\` in each package lists the changes of that package.
${released.length === 0 ? 'Nothing is published yet.\n' : ''}
${[...next, ...sections].join('\n')}`
}
