import { mkdirSync, rmSync } from 'node:fs'
import { build } from '../build.mjs'
import { published } from './build-targets.mjs'
import { at } from './paths.mjs'
import { npm } from './run.mjs'

/**
 * Builds what is stale, and packs every published package as npm would publish it.
 * @param {string} folder emptied before
 * @returns {Promise<string>} the folder
 */
export async function packTarballs(folder) {
  const { failed } = await build({ quiet: true, print: console.error })
  if (failed.length > 0) throw new Error(`The build of ${failed.join(', ')} failed.`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const packed = await Promise.all(
    published().map((name) =>
      npm(['pack', '--pack-destination', folder, '--loglevel=error'], { cwd: at('packages', name) }),
    ),
  )
  const problem = packed.find(({ ok }) => !ok)
  if (problem) throw new Error(`npm pack failed:\n${problem.output}`)
  return folder
}
