import { readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MIN_FREE_BYTES = 4 * 1024 ** 3

/**
 * The folder for temporary files of tests: in memory where the system has room there, also when TMPDIR is set. Creating a database writes
 * hundreds of files: on ext4 the kernel's search for free inodes alone took a fifth of a run.
 */
export const temporaryFolder = () => (isUsable('/dev/shm') ? '/dev/shm' : tmpdir())

/** Mounted in memory, with room, and allowed to hold programs: a container often has 64 MB, a hardened system `noexec`. */
function isUsable(folder) {
  try {
    const mounted = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, path]) => path === folder)
    const [, , type, options = ''] = mounted ?? []
    const { bavail, bsize } = statfsSync(folder)
    return type === 'tmpfs' && !/\b(?:ro|noexec)\b/.test(options) && bavail * bsize >= MIN_FREE_BYTES
  } catch {
    return false
  }
}
