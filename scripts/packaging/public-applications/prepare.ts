import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyPublicSource } from '@galla/testkit/public-source'
import { npm } from '../../lib/run.mjs'
import type { PublicApplication } from './applications.ts'

const OFFICIAL = ['@phonepe-pg/pg-sdk-node', 'pg-sdk-node']
const IMPORT = /(['"])(?:@phonepe-pg\/)?pg-sdk-node\1/g
const SOURCE = /\.[cm]?[jt]sx?$/

/**
 * Copies an application into an empty folder, changes its import, and installs it.
 * @param tarball the packed SDK
 * @returns how many files changed, or why there is no copy
 */
export async function prepare(app: PublicApplication, folder: string, tarball: string) {
  const reason = copyPublicSource(app.repository, app.commit, folder, app.folder)
  if (reason !== undefined) return { reason }
  const changed = changeImports(folder)
  const file = join(folder, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  for (const name of [...OFFICIAL, ...(app.withoutPackages ?? [])]) delete manifest.dependencies[name]
  // Hooks of the repository, such as those of git, are not part of the application.
  delete manifest.scripts.prepare
  writeFileSync(file, JSON.stringify(manifest))
  for (const lock of ['package-lock.json', 'yarn.lock', 'pnpm-lock.yaml']) rmSync(join(folder, lock), { force: true })
  if (app.program) copyFileSync(join(import.meta.dirname, app.program), join(folder, app.program))
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps', '--loglevel=error']
  const installed = await npm([...args, tarball, ...(app.runners ?? [])], { cwd: folder })
  if (!installed.ok) throw new Error(`npm install failed in ${app.repository}:\n${installed.output}`)
  return { changed }
}

function changeImports(folder: string): number {
  let changed = 0
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !SOURCE.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const text = readFileSync(path, 'utf8')
    const next = text.replace(IMPORT, '$1@galla/sdk/compat$1')
    if (next === text) continue
    writeFileSync(path, next)
    changed += 1
  }
  return changed
}
