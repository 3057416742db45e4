import { once } from 'node:events'
import { open, rename, rm } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { Folder } from './folder.ts'
import type { Runner } from './spawn-as.ts'

/**
 * Makes the data of a new server: UTF-8, the same order of letters on every machine, and no password, because only those
 * who may enter the socket's folder can connect.
 * @throws Error naming the folder, with what initdb said.
 */
export async function initdb(folder: Folder, major: number, runner: Runner, durable: boolean): Promise<void> {
  const data = folder.data(major)
  // Under a name that counts as nothing until it is complete: a crash in here leaves a folder that is made anew.
  const unfinished = `${data}.new`
  await rm(unfinished, { recursive: true, force: true })
  const flags = ['--auth=trust', '--username=postgres', '--encoding=UTF8', ...orderOf(major)]
  const child = runner.run(
    'initdb',
    ['-D', unfinished, ...flags, ...(durable ? [] : ['--no-sync'])],
    ['ignore', 'pipe', 'pipe'],
  )
  const said = Promise.all([child.stdout, child.stderr].map((stream) => (stream ? text(stream) : '')))
  const [code] = await once(child, 'exit')
  if (code !== 0) {
    await rm(unfinished, { recursive: true, force: true })
    throw new Error(`A database could not be made in ${folder.path}. initdb said:\n${(await said).join('').trim()}`)
  }
  await rename(unfinished, data)
  if (durable) await flush(folder.path)
}

/** By code point. From 17 on PostgreSQL brings that order itself; before, the system must have it, and macOS has not. */
const orderOf = (major: number): string[] =>
  major >= 17 ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : ['--locale=C.UTF-8']

/** The new name must survive a power cut too, or the next start would find the unfinished name and throw it away. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}
