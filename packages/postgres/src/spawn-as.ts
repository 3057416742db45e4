import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from './find-binaries.ts'

/** As whom the server runs. PostgreSQL refuses to be root. */
export type Guise = { as: 'self' } | { as: 'namespace' } | { as: 'user'; uid: number; gid: number }

export interface Runner {
  guise: Guise
  /** @param name `postgres` or `initdb`. */
  run(name: string, args: readonly string[], stdio: StdioOptions, detached?: boolean): ChildProcess
}

/** The unprivileged user of every unix: it owns nothing and has no login. */
const NOBODY = 65_534

/** In a user namespace of its own the server is nobody, while its files stay root's. */
const NAMESPACE = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]

/**
 * The policy: not root, no disguise; data of another user is served as that user; else a namespace, which works below
 * folders that only root may enter; else the unprivileged user.
 * @param owner Of the data that is there already.
 */
export const guises = (uid: number | undefined, owner: { uid: number; gid: number } | undefined): Guise[] => {
  if (uid !== 0) return [{ as: 'self' }]
  if (owner && owner.uid !== 0) return [{ as: 'user', ...owner }]
  return owner ? [{ as: 'namespace' }] : [{ as: 'namespace' }, { as: 'user', uid: NOBODY, gid: NOBODY }]
}

/**
 * Finds a guise in which the binaries really run. Another user is given the folder, to make data in it.
 * @throws Error naming the binaries when there is none.
 */
export async function chooseRunner(
  binaries: Binaries,
  libraries: Record<string, string>,
  folder: string,
  owner: { uid: number; gid: number } | undefined,
): Promise<Runner> {
  const wanted = guises(process.geteuid?.(), owner)
  for (const guise of wanted) {
    const runner = runnerOf(binaries, libraries, guise)
    if (wanted.length === 1 && guise.as === 'self') return runner
    const before = await stat(folder)
    if (guise.as === 'user') await chown(folder, guise.uid, guise.gid)
    if (await runs(runner.run('postgres', ['--version'], 'ignore'))) return runner
    if (guise.as === 'user') await chown(folder, before.uid, before.gid)
  }
  const tried = wanted.map((guise) => (guise.as === 'user' ? `as user ${guise.uid}` : 'in a user namespace'))
  throw new Error(
    `PostgreSQL refuses to run as root, and ${binaries.bin} could not be run ${tried.join(' or ')}. Start this process as an ordinary user who owns the folder, or give a postgres:// URL`,
  )
}

function runnerOf({ bin }: Binaries, libraries: Record<string, string>, guise: Guise): Runner {
  // Nothing else of our environment: it holds secrets, and PG… variables would steer the server.
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC', ...libraries }
  const dropped = guise.as === 'user' ? { uid: guise.uid, gid: guise.gid } : {}
  return {
    guise,
    run(name, args, stdio, detached = false) {
      const [file = '', ...rest] = [...(guise.as === 'namespace' ? NAMESPACE : []), join(bin, name), ...args]
      return spawn(file, rest, { stdio, detached, env, cwd: '/', ...dropped })
    },
  }
}

async function runs(child: ChildProcess): Promise<boolean> {
  try {
    const [code] = await once(child, 'exit')
    return code === 0
  } catch {
    return false
  }
}
