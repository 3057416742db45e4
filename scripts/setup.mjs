import { existsSync, readFileSync } from 'node:fs'
import { isMain } from './lib/is-main.mjs'
import { at } from './lib/paths.mjs'
import { run } from './lib/run.mjs'

/**
 * Installs the packages of the lockfile when something of them is missing or of another version. Needs Node and npm only,
 * so that every other script may call it first.
 */
export async function setup() {
  const reason = whyInstall()
  if (!reason) return
  console.error(`Installing packages (${reason}): a minute or two, once.`)
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { ok, output } = await run(npm, ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
  if (ok) return
  console.error(output)
  throw new Error(
    'npm ci failed: its output is above. The package registry must be reachable; run the command again when it is',
  )
}

/** npm leaves a copy of what it installed: comparing it with the lockfile tells more than a date. */
function whyInstall() {
  const installedFile = at('node_modules/.package-lock.json')
  if (!existsSync(installedFile)) return 'none yet'
  const wanted = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages
  const differs = Object.entries(wanted).find(([path, entry]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return false
    const found = installed[path]
    if (!found) return !entry.optional && !entry.devOptional && !entry.peer
    return found.version !== entry.version || found.integrity !== entry.integrity || found.resolved !== entry.resolved
  })
  return differs && `${differs[0].replace(/^.*node_modules\//, '')} changed`
}

if (isMain(import.meta)) await setup()
