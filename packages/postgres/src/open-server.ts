import { chown, stat } from 'node:fs/promises'
import { adopt } from './adopt.ts'
import { connectionTo } from './connection.ts'
import { type Binaries, describeBinaries, findBinaries } from './find-binaries.ts'
import { type Folder, openFolder } from './folder.ts'
import { clearHolders, type Holder, hold } from './holders.ts'
import { initdb } from './initdb.ts'
import type { Keeper } from './keeper.ts'
import { launch } from './launch.ts'
import { letGo } from './let-go.ts'
import { linkLibraries } from './links.ts'
import { type SettingValue, serverFlags } from './settings.ts'
import { shutDown } from './shut-down.ts'
import { makeSocketFolder } from './socket-folder.ts'
import { chooseRunner } from './spawn-as.ts'
import { markTemporary } from './temporary.ts'

/** Options with their defaults filled in. */
export interface Wanted {
  durable: boolean
  temporary: boolean
  settings: Readonly<Record<string, SettingValue>>
  bin: string | undefined
  waitMs: number
}

/** A server, and our hold of it. */
export interface OpenServer {
  readonly folder: Folder
  readonly data: string
  readonly keeper: Keeper
  readonly holder: Holder
  readonly adopted: boolean
}

/** Adopts the server of a folder, or starts it. The caller has the folder's lock. */
export async function openServer(path: string, wanted: Wanted): Promise<OpenServer> {
  const folder = await openFolder(path)
  const until = performance.now() + wanted.waitMs
  if (wanted.temporary) markTemporary(folder)
  const found = await findRunning(folder, until, wanted.waitMs)
  const opened = found ?? { ...(await startNew(folder, wanted, until)), folder, adopted: false }
  if (wanted.durable && !opened.keeper.durable) {
    await letGo(opened, wanted.waitMs)
    throw new Error(`The server of ${path} runs with durable: false. Stop it first, or open another folder`)
  }
  return opened
}

async function findRunning(folder: Folder, until: number, waitMs: number): Promise<OpenServer | undefined> {
  if (folder.major === undefined) return undefined
  const data = folder.data(folder.major)
  const keeper = await adopt(data, until)
  if (!keeper) return undefined
  const holder = hold(folder, data)
  if (holder) return { folder, data, keeper, holder, adopted: true }
  // The last one has let go of it, or died before it could tell the server.
  await keeper.leave()
  await shutDown(data, waitMs)
  return undefined
}

async function startNew(
  folder: Folder,
  { bin, durable, settings }: Wanted,
  until: number,
): Promise<Pick<OpenServer, 'data' | 'keeper' | 'holder'>> {
  const binaries = await binariesFor(folder, bin)
  const data = folder.data(binaries.major)
  const libraries = await linkLibraries(binaries, folder.lib)
  const owner = folder.major === undefined ? undefined : await stat(data)
  const runner = await chooseRunner(binaries, libraries, folder.path, owner && { uid: owner.uid, gid: owner.gid })
  const socketFolder = await makeSocketFolder(folder)
  if (runner.guise.as === 'user') await chown(socketFolder, runner.guise.uid, runner.guise.gid)
  if (folder.major === undefined) await initdb(folder, binaries.major, runner, durable)
  const connection = connectionTo(socketFolder)
  const args = ['-D', data, ...serverFlags(socketFolder, durable, settings)]
  clearHolders(folder)
  // Before there is a server: however early we die, it does not stay behind.
  const holder = hold(folder, data)
  if (!holder) throw new Error(`${folder.holders} was removed while it was in use`)
  try {
    const keeper = await launch({ runner, args, connection, folder: folder.path, log: folder.log, until })
    return { data, keeper, holder }
  } catch (error) {
    holder.forget()
    throw error
  }
}

/** A folder is served by the major version that made it; another one cannot read it. */
async function binariesFor({ path, major }: Folder, bin: string | undefined): Promise<Binaries> {
  try {
    const binaries = bin === undefined ? await findBinaries(major) : await describeBinaries(bin)
    if (major === undefined || binaries.major === major) return binaries
    throw new Error(`${binaries.bin} is PostgreSQL ${binaries.major}`)
  } catch (error) {
    if (major === undefined) throw error
    const { message } = error as Error
    throw new Error(
      `${path} holds data of PostgreSQL ${major}. Install that version, or move the data: pg_dumpall with ${major}, then restore into a new folder. (${message})`,
      { cause: error },
    )
  }
}
