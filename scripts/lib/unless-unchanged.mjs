import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOf } from './hash.mjs'
import { at, cache } from './paths.mjs'
import { repositoryFiles } from './repository-files.mjs'

/** A new tool or a new setting of one may judge the same files differently. */
const ALWAYS = ['package-lock.json', 'scripts/lib/gates.mjs']

/**
 * Runs `check` unless it succeeded before on the same repository: sources, tests, manifests and settings.
 * @param {string} name of the file in `.cache` that remembers the success
 * @param {() => Promise<{ ok: boolean, output: string }>} check
 */
export async function unlessRepositoryUnchanged(name, check) {
  const result = await unlessHashUnchanged(name, hashOf(repositoryFiles().map((path) => at(path))), check)
  return { ...result, note: result.unchanged ? 'unchanged' : undefined }
}

/**
 * Runs `check` unless it succeeded before on the same files.
 * @param {string} name of the file in `.cache` that remembers the success
 * @param {readonly string[]} inputs files and folders, relative to the repository
 * @param {() => Promise<{ ok: boolean, output: string }>} check
 * @returns {Promise<{ ok: boolean, output: string, unchanged?: boolean }>}
 */
export async function unlessUnchanged(name, inputs, check) {
  return unlessHashUnchanged(name, hashOf([...inputs, ...ALWAYS].map((path) => at(path))), check)
}

async function unlessHashUnchanged(name, hash, check) {
  const file = join(cache, 'checked', `${name}.txt`)
  if (existsSync(file) && readFileSync(file, 'utf8') === hash) return { ok: true, output: '', unchanged: true }
  const result = await check()
  if (result.ok) {
    mkdirSync(join(cache, 'checked'), { recursive: true })
    writeFileSync(file, hash)
  }
  return result
}
