import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { TARBALL_FOLDER, type Tarballs } from './galla-packages.ts'
import type { PlannedFile } from './place-sources.ts'
import { UsageError } from './usage-error.ts'

/** Names that a folder may have and still be empty: what version control and systems leave there. */
const IGNORED = new Set(['.git', '.DS_Store', 'Thumbs.db'])

/** @throws UsageError when a new shop would mix with what is in the folder */
export function checkEmpty(folder: string): void {
  const found = existsSync(folder) ? readdirSync(folder).filter((name) => !IGNORED.has(name)) : []
  if (found.length === 0) return
  const shown = found.slice(0, 3).join(', ') + (found.length > 3 ? ` and ${found.length - 3} more` : '')
  throw new UsageError(
    `${folder} is not empty (${shown}). Choose another folder, or run "galla init" in it to add payments to the project there.`,
  )
}

/** Writes files that do not exist yet. When one cannot be written, those before it are removed again. */
export function writeFiles(
  folder: string,
  files: readonly PlannedFile[],
  tarballs?: { from: string; names: Tarballs },
): void {
  const written: string[] = []
  // The first folder that does not exist: with it, everything below is removed.
  const created: string[] = []
  const prepare = (path: string) => {
    const made = mkdirSync(dirname(path), { recursive: true })
    if (made) created.push(made)
    written.push(path)
  }
  try {
    for (const { path, text } of files) {
      const target = join(folder, path)
      if (existsSync(target)) throw new Error(`${path} exists`)
      prepare(target)
      writeFileSync(target, text, { flag: 'wx' })
    }
    for (const file of Object.values(tarballs?.names ?? {})) {
      const target = join(folder, TARBALL_FOLDER, file)
      prepare(target)
      copyFileSync(join(tarballs?.from ?? '', file), target)
    }
  } catch (error) {
    for (const path of written) rmSync(path, { force: true })
    for (const path of created) rmSync(path, { recursive: true, force: true })
    throw new UsageError(`Nothing was created: ${error instanceof Error ? error.message : String(error)}`)
  }
}
