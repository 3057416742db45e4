import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** True when the file was started as a program, false when it was imported. */
export function isMain(meta) {
  const started = process.argv[1]
  return started !== undefined && realpathSync(started) === realpathSync(fileURLToPath(meta.url))
}
