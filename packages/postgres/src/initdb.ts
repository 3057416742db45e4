import { once } from 'node:events'
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { Folder } from './folder.ts'
import type { Runner } from './run-as-user.ts'

/**
 * Creates the data of a new server: UTF-8, the same sort order on every machine, and no password, because only users who
 * may enter the socket folder can connect.
 * @throws Error naming the folder, with the output of initdb.
 */
export async function initdb(folder: Folder, major: number, runner: Runner, durable: boolean): Promise<void> {
  const data = folder.data(major)
  // Renamed when it is complete: after a crash in between, the next start removes it and begins again.
  const unfinished = `${data}.new`
  await rm(unfinished, { recursive: true, force: true })
  const flags = ['--auth=trust', '--username=postgres', '--encoding=UTF8', ...localeFlags(major)]
  const child = runner.run(
    'initdb',
    ['-D', unfinished, ...flags, ...(durable ? [] : ['--no-sync'])],
    ['ignore', 'pipe', 'pipe'],
  )
  const output = Promise.all([child.stdout, child.stderr].map((stream) => (stream ? text(stream) : '')))
  const [code] = await once(child, 'exit')
  if (code !== 0) {
    await rm(unfinished, { recursive: true, force: true })
    const said = (await output).join('').trim()
    throw new Error(
      `A database could not be created in ${folder.path}. Output of initdb:\n${said}${NO_SUCH_USER.test(said) ? WITHOUT_NAME : ''}`,
    )
  }
  await rename(unfinished, data)
  if (durable) flush(folder.path)
}

const NO_SUCH_USER = /could not look up effective user ID/
const WITHOUT_NAME =
  '\nThis user id has no entry in /etc/passwd, and user namespaces are not allowed here. Add an entry, start as a user who has one, or pass a postgres:// URL'

/** Sorts by code point. PostgreSQL 17 and newer bring that locale; older ones need the system's, which macOS does not have. */
const localeFlags = (major: number): string[] =>
  major >= 17 ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : ['--locale=C.UTF-8']

/** Makes the rename survive a power failure. Synchronous: the file handles of Yarn's Plug'n'Play have no `sync`. */
function flush(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
