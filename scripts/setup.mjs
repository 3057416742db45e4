import { existsSync, readFileSync } from 'node:fs'
import { installReason } from './lib/install-reason.mjs'
import { isMain } from './lib/is-main.mjs'
import { at } from './lib/paths.mjs'
import { npm } from './lib/run.mjs'

/**
 * Installs the packages of the lockfile when one is missing or has another version. Imports nothing that must be installed,
 * so that every other script can call it first.
 */
export async function setup() {
  const reason = installReason(packagesOf('package-lock.json'), packagesOf('node_modules/.package-lock.json'))
  if (!reason) return
  console.error(`Installing packages (${reason}): a minute or two, once.`)
  // Not `ci`, which removes all that is installed first. `install` takes the versions of the lockfile too.
  const { ok, output } = await npm([
    'install',
    '--no-save',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  if (ok) return
  console.error(output)
  throw new Error(
    'npm install failed, its output is above. Check that the package registry is reachable, then run the command again',
  )
}

function packagesOf(file) {
  return existsSync(at(file)) ? JSON.parse(readFileSync(at(file), 'utf8')).packages : undefined
}

if (isMain(import.meta)) await setup()
