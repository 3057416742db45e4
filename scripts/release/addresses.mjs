import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {{ repository: string | null, docs: string | null }} Addresses */

/** The one place of the addresses that the owner of the project sets. Without one, nothing names an address. */
export const ADDRESSES_FILE = 'packages/contract/src/addresses.json'

/**
 * @param {string} tree A folder with the repository.
 * @returns {Addresses} `repository`: the web address of the public repository, without a slash at its end; `docs`: that of the documentation site
 */
export const readAddresses = (tree) => JSON.parse(readFileSync(join(tree, ADDRESSES_FILE), 'utf8'))

/**
 * Adds the addresses that the registry shows beside a package, and that npm compares with the workflow that signs the package.
 * @param {object} manifest
 * @param {string} folder
 * @param {Addresses} addresses
 */
export function withAddresses(manifest, folder, { repository, docs }) {
  const homepage = docs ?? repository
  return {
    ...manifest,
    ...(homepage && { homepage }),
    ...(repository && {
      repository: { type: 'git', url: `git+${repository}.git`, directory: folder },
      bugs: `${repository}/issues`,
    }),
  }
}

/** The sentence of the first pages until there is a release. */
export const NOT_PUBLISHED = /\bnot published yet\b/i

/** First pages of a work tree that say that nothing is published. */
export const sayingNotPublished = (tree) =>
  ['README.md', 'docs/get-started.md'].filter((path) => NOT_PUBLISHED.test(readFileSync(join(tree, path), 'utf8')))

/**
 * The reason why nothing can be published: npm signs where a package was built only when its manifest names that repository, and a
 * published project does not say that it is not.
 * @param {Addresses} addresses
 * @param {readonly string[]} stale pages that say that nothing is published
 */
export function whyNotPublishable({ repository }, stale) {
  if (!/^https:\/\/[\w.-]+\/[\w./-]+(?<!\/|\.git)$/.test(repository ?? ''))
    return (
      `"repository" in ${ADDRESSES_FILE} is ${repository === null ? 'absent' : JSON.stringify(repository)}. ` +
      'npm publishes with provenance only from the repository that package.json names. ' +
      'Set it to the https address of the public repository, without .git, and commit it.'
    )
  if (stale.length === 0) return undefined
  return `${stale.join(' and ')} would still say "not published yet". Say how to install the packages, and commit it.`
}
