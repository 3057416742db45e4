import { mkdir, readFile, rm, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Binaries } from './find-binaries.ts'

interface Link {
  /** Both relative to the package: the file, and the short name that the loader asks for. */
  source: string
  target: string
}

/**
 * npm packs no symbolic links, so the platform packages list theirs and make them in an install script. Where scripts are
 * off, nothing would start. We make the links in a folder of ours and need no script.
 * @returns Environment in which the binaries find their libraries.
 */
export async function linkLibraries({ npmPackage }: Binaries, folder: string): Promise<Record<string, string>> {
  if (!npmPackage) return {}
  const links: Link[] = JSON.parse(await readFile(join(npmPackage, 'native', 'pg-symlinks.json'), 'utf8'))
  // Made anew each time: the package may have moved or been replaced since.
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o755 })
  for (const { source, target } of links) await symlink(join(npmPackage, source), join(folder, basename(target)))
  const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'
  // The second entry is for libraries that are named in full and are no link: libcrypto and its like.
  return { [variable]: `${folder}:${join(npmPackage, 'native', 'lib')}` }
}
