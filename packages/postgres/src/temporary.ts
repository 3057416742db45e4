import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import type { Folder } from './folder.ts'

/**
 * Marks a folder as one that goes away with its server.
 * @throws Error naming the folder when something of somebody's lies in it.
 */
export function markTemporary({ path, temporary }: Folder): void {
  if (existsSync(temporary)) return
  if (readdirSync(path).some((name) => name !== 'lock')) {
    throw new Error(`temporary: ${path} is not empty, and would be removed with all that it holds. Name a new folder`)
  }
  writeFileSync(temporary, '', { mode: 0o600 })
}
