import { existsSync, readFileSync } from 'node:fs'
import { installReason } from './lib/install-reason.mjs'
import { isMain } from './lib/is-main.mjs'
import { at } from './lib/paths.mjs'
import { npm } from './lib/run.mjs'

/**
 * Installs the packages of the lockfile when something of them is missing or of another version. Needs Node and npm only,
 * so that every other script may call it first.
 */
export async function setup() {
  const reason = installReason(packagesOf('package-lock.json'), packagesOf('node_modules/.package-lock.json'))
  if (!reason) return
  console.error(`Installing packages (${reason}): a minute or two, once.`)
  // `install`, which takes the lockfile's versions all the same: `ci` gives up where a registry lacks a binary of another platform.
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
    'npm install failed: its output is above. The package registry must be reachable; run the command again when it is',
  )
}

function packagesOf(file) {
  return existsSync(at(file)) ? JSON.parse(readFileSync(at(file), 'utf8')).packages : undefined
}

if (isMain(import.meta)) await setup()
