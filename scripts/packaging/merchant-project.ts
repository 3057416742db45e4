import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create } from 'create-galla'
import { afterAll, beforeAll } from 'vitest'
import { at } from '../lib/paths.mjs'
import { npm } from '../lib/run.mjs'
import { tarballOf as tarballName } from '../release/plan.mjs'

/** A merchant's folder: outside the repository, so that nothing of ours resolves by accident. */
export interface MerchantProject {
  path: string
  write(files: { readonly [name: string]: string }): void
  remove(): void
}

export function emptyProject(): MerchantProject {
  const path = mkdtempSync(join(tmpdir(), 'galla-merchant-'))
  return {
    path,
    write: (files) => {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(join(path, name, '..'), { recursive: true })
        writeFileSync(join(path, name), text)
      }
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}

/** Folder of the tarballs of all published packages, which the setup of the project has packed. */
export function tarballFolder(): string {
  const folder = process.env.GALLA_TARBALLS
  if (!folder)
    throw new Error('GALLA_TARBALLS is not set: run packaging tests with the vitest.config.ts of the repository')
  return folder
}

/** The tarball of a package as it is published, by its folder such as `sdk`. */
export function tarballOf(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(at('packages', folder, 'package.json'), 'utf8'))
  return join(tarballFolder(), tarballName(name, version))
}

/** Options of npm for the sdk by itself: it has no dependency. */
export const WITHOUT_NETWORK = ['--offline']

/** A folder in which the tests of a suite have packages as they are published, and their files. */
export function installedProject(
  folders: readonly string[],
  options: readonly string[] = ['--prefer-offline'],
  files: { readonly [name: string]: string } = {},
): MerchantProject {
  const project = emptyProject()
  beforeAll(async () => {
    await installPacked(project, folders, ...options)
    project.write(files)
  })
  afterAll(() => project.remove())
  return project
}

/** Makes a shop with create-galla in a folder, without installing its packages. The first of the options is its name. */
export async function createShop(cwd: string, ...options: readonly string[]): Promise<void> {
  const host = { cwd, env: {}, isTerminal: false, out: () => {}, err: () => {} }
  const code = await create([...options, '--no-install', '--no-git'], host)
  if (code !== 0) throw new Error(`create-galla ${options.join(' ')} ended with ${code}`)
}

/** Installs packages as they are published, with their dependencies from npm. */
export async function installPacked(
  project: MerchantProject,
  folders: readonly string[],
  ...options: string[]
): Promise<void> {
  project.write({ 'package.json': '{ "name": "merchant", "private": true }' })
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', ...options, ...folders.map(tarballOf)]
  const { ok, output } = await npm(args, { cwd: project.path })
  if (!ok) throw new Error(`npm ${args.join(' ')} failed:\n${output}`)
}
