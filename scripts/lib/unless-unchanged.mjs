import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOf } from './hash.mjs'
import { at, cache } from './paths.mjs'

/** @typedef {{ ok: boolean, output: string, note?: string }} Result */

/**
 * The last success of a check or a build. It holds while the inputs and the installed tools are the same and the outputs exist.
 * @param {string} name of the file in `.cache` that remembers the success
 * @param {readonly string[]} inputs files and folders, relative to the repository
 * @param {readonly string[]} outputs files, relative to the repository
 */
export function lastSuccess(name, inputs, outputs = []) {
  const file = join(cache, 'checked', `${name.replace(/\W+/g, '-')}.txt`)
  const hash = hashOf([...inputs, 'package-lock.json'].map((path) => at(path)))
  return {
    holds: outputs.every((path) => existsSync(at(path))) && existsSync(file) && readFileSync(file, 'utf8') === hash,
    /** @param {() => Promise<Result>} check its success is the last one from now on */
    async renew(check) {
      const result = await check()
      if (result.ok) {
        mkdirSync(join(cache, 'checked'), { recursive: true })
        writeFileSync(file, hash)
      }
      return result
    },
  }
}

/**
 * Runs `check` unless its last success holds.
 * @param {ReturnType<typeof lastSuccess>} last
 * @param {() => Promise<Result>} check
 * @returns {Promise<Result>}
 */
export const unlessUnchanged = async (last, check) =>
  last.holds ? { ok: true, output: '', note: 'unchanged' } : last.renew(check)
