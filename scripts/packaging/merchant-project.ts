import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

/** Installs the packed sdk without network access: it has no dependency. */
export const installPackedSdk = (project: MerchantProject): Promise<void> =>
  installPacked(project, ['sdk'], '--offline')

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
