import { existsSync } from 'node:fs'
import { chown, stat } from 'node:fs/promises'
import { adopt } from './adopt.ts'
import { type Binaries, describeBinaries, findBinaries, linkLibraries } from './binaries.ts'
import { connectionTo } from './connection.ts'
import { type Folder, makeSocketFolder, markTemporary, openFolder, removeFolder, removeSocketFolder } from './folder.ts'
import { initdb } from './initdb.ts'
import { launch } from './launch.ts'
import { acquireLease, type Lease, resetLeases } from './leases.ts'
import type { LivenessConnection } from './liveness-connection.ts'
import { removeStaleSocket, shutDownServer } from './postmaster.ts'
import { chooseRunner } from './run-as-user.ts'
import { type SettingValue, serverFlags } from './settings.ts'

/** Options with their defaults filled in. */
export interface ServerOptions {
  durable: boolean
  temporary: boolean
  settings: Readonly<Record<string, SettingValue>>
  bin: string | undefined
  /** Milliseconds. */
  waitMs: number
}

/** A running server and this process's use of it. */
export interface OpenServer {
  readonly folder: Folder
  readonly data: string
  readonly liveness: LivenessConnection
  readonly lease: Lease
  readonly adopted: boolean
}

/** Adopts the server of a folder, or starts it. The caller holds the folder lock. */
export async function openServer(path: string, options: ServerOptions): Promise<OpenServer> {
  const folder = await openFolder(path)
  const until = performance.now() + options.waitMs
  if (options.temporary) markTemporary(folder)
  const running = await adoptRunning(folder, until, options.waitMs)
  const server = running ?? { ...(await startNew(folder, options, until)), folder, adopted: false }
  if (options.durable && !server.liveness.durable) {
    await releaseServer(server, options.waitMs)
    throw new Error(`The server of ${path} runs with durable: false. Stop it first, or open another folder`)
  }
  return server
}

/**
 * Ends this process's use, and stops the server when no other process uses it. The caller holds the folder lock.
 * @returns Whether the server was stopped.
 */
export async function releaseServer({ folder, data, liveness, lease }: OpenServer, waitMs: number): Promise<boolean> {
  const lastLease = lease.release()
  const lastConnection = await liveness.release()
  if (lastLease || lastConnection) {
    await shutDownServer(data, waitMs)
    await removeSocketFolder(folder)
    if (existsSync(folder.temporary)) await removeFolder(folder)
  }
  lease.dismissWatcher()
  return lastLease || lastConnection
}

async function adoptRunning(folder: Folder, until: number, waitMs: number): Promise<OpenServer | undefined> {
  if (folder.major === undefined) return undefined
  const data = folder.data(folder.major)
  const liveness = await adopt(data, until)
  if (!liveness) return undefined
  const lease = acquireLease(folder, data)
  if (lease) return { folder, data, liveness, lease, adopted: true }
  // The last user released the server, or died before it could stop it.
  await liveness.release()
  await shutDownServer(data, waitMs)
  return undefined
}

async function startNew(
  folder: Folder,
  { bin, durable, settings }: ServerOptions,
  until: number,
): Promise<Pick<OpenServer, 'data' | 'liveness' | 'lease'>> {
  const binaries = await binariesFor(folder, bin)
  const data = folder.data(binaries.major)
  const libraries = await linkLibraries(binaries, folder.lib)
  const owner = folder.major === undefined ? undefined : await stat(data)
  const runner = await chooseRunner(binaries, libraries, folder.path, owner && { uid: owner.uid, gid: owner.gid })
  const socketFolder = await makeSocketFolder(folder)
  removeStaleSocket(socketFolder)
  if (runner.runAs.as === 'user') await chown(socketFolder, runner.runAs.uid, runner.runAs.gid)
  if (folder.major === undefined) await initdb(folder, binaries.major, runner, durable)
  const connection = connectionTo(socketFolder)
  const args = ['-D', data, ...serverFlags(socketFolder, durable, settings)]
  resetLeases(folder)
  // Acquired before the server starts: if this process dies at any later moment, the watcher stops the server.
  const lease = acquireLease(folder, data)
  if (!lease) throw new Error(`${folder.leases} was removed while it was in use. Start again`)
  try {
    const liveness = await launch({ runner, args, connection, folder: folder.path, log: folder.log, until })
    return { data, liveness, lease }
  } catch (error) {
    lease.abandon()
    throw error
  }
}

/** Data can be read only by the major version that created it. */
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
