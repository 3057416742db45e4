import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Folder of files that scripts keep between runs. Not committed, safe to delete. */
export const cache = join(root, '.cache')

/** An absolute path from one that is relative to the repository. */
export const at = (...parts) => join(root, ...parts)
