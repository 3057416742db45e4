import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { NOBODY } from './folder-ownership.ts'

/** The user that the server runs as: this process's user, this user inside a user namespace, or another user. */
export type RunAs = { as: 'self' } | { as: 'namespace' } | { as: 'user'; uid: number; gid: number }

export interface Runner {
  runAs: RunAs
  /** @param name `postgres` or `initdb`. */
  run(name: string, args: readonly string[], stdio: StdioOptions, detached?: boolean): ChildProcess
}

/** Inside the user namespace the server is `nobody`; outside, its files belong to root. */
const NAMESPACE = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]

/**
 * Lists the users to try, in order. PostgreSQL refuses to run as root. So for root: the owner of the data, if that is
 * another user; else a user namespace, which works below folders that only root may enter; else `nobody`. initdb refuses a user
 * without an entry in `/etc/passwd`, which is what containers with an arbitrary user id have: inside a namespace it is `nobody`.
 * @param owner Owner of existing data.
 * @param isNamed Whether this process's user has an entry.
 */
export const runAsCandidates = (
  uid: number | undefined,
  owner: { uid: number; gid: number } | undefined,
  isNamed = true,
): RunAs[] => {
  if (uid !== 0) return isNamed || owner ? [{ as: 'self' }] : [{ as: 'namespace' }, { as: 'self' }]
  if (owner && owner.uid !== 0) return [{ as: 'user', ...owner }]
  return owner ? [{ as: 'namespace' }] : [{ as: 'namespace' }, { as: 'user', uid: NOBODY, gid: NOBODY }]
}

/**
 * Finds a user as which the binaries run. Another user becomes the owner of the folder, so that it can create the data.
 * @throws Error naming the binaries when no candidate works.
 */
export async function chooseRunner(
  binaries: Binaries,
  libraries: Record<string, string>,
  folder: string,
  owner: { uid: number; gid: number } | undefined,
): Promise<Runner> {
  const candidates = runAsCandidates(process.geteuid?.(), owner, isNamed())
  for (const runAs of candidates) {
    const runner = createRunner(binaries, libraries, runAs)
    if (candidates.length === 1 && runAs.as === 'self') return runner
    const before = await stat(folder)
    if (runAs.as === 'user') await chown(folder, runAs.uid, runAs.gid)
    if (await succeeds(runner.run('postgres', ['--version'], 'ignore'))) return runner
    if (runAs.as === 'user') await chown(folder, before.uid, before.gid)
  }
  const tried = candidates.map((runAs) => (runAs.as === 'user' ? `as user ${runAs.uid}` : 'in a user namespace'))
  throw new Error(
    `PostgreSQL refuses to run as root, and ${binaries.bin} could not be run ${tried.join(' or ')}. Start this process as an ordinary user who owns the folder, or pass a postgres:// URL`,
  )
}

function createRunner({ bin }: Binaries, libraries: Record<string, string>, runAs: RunAs): Runner {
  // Nothing else of this process's environment: it holds secrets, and PG… variables would configure the server.
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC', ...libraries }
  const user = runAs.as === 'user' ? { uid: runAs.uid, gid: runAs.gid } : {}
  return {
    runAs,
    run(name, args, stdio, detached = false) {
      const [file = '', ...rest] = [...(runAs.as === 'namespace' ? NAMESPACE : []), join(bin, name), ...args]
      return spawn(file, rest, { stdio, detached, env, cwd: '/', ...user })
    },
  }
}

function isNamed(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

async function succeeds(child: ChildProcess): Promise<boolean> {
  try {
    const [code] = await once(child, 'exit')
    return code === 0
  } catch {
    return false
  }
}
