import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { at } from '../lib/paths.mjs'
import { npm } from '../lib/run.mjs'

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

/** Packs the sdk as it is published and installs the tarball without network access: it has no dependency. */
export const installPackedSdk = (project: MerchantProject): Promise<void> =>
  installPacked(project, ['sdk'], '--offline')

/** Packs packages as they are published and installs the tarballs with their dependencies from npm. */
export async function installPacked(
  project: MerchantProject,
  folders: readonly string[],
  ...options: string[]
): Promise<void> {
  project.write({ 'package.json': '{ "name": "merchant", "private": true }' })
  const tarballs = (await packTo(project.path, folders)).map((name) => `./${name}`)
  await runNpm(['install', '--no-audit', '--no-fund', ...options, ...tarballs], project.path)
}

/** Packs packages as they are published. Returns the names of the tarballs. */
export async function packTo(path: string, folders: readonly string[]): Promise<string[]> {
  const tarballs: string[] = []
  for (const folder of folders) {
    const packed = await runNpm(['pack', '--json', '--pack-destination', path], at('packages', folder))
    const [{ filename }] = JSON.parse(packed.slice(packed.indexOf('[')))
    tarballs.push(filename)
  }
  return tarballs
}

async function runNpm(args: string[], cwd: string): Promise<string> {
  const { ok, output } = await npm([...args, '--loglevel=error'], { cwd })
  if (!ok) throw new Error(`npm ${args.join(' ')} failed:\n${output}`)
  return output
}
