import { mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Folder } from './folder.ts'
import { isWatcher, startWatcher } from './watcher.ts'

/**
 * Who has a server open: a folder with one file for each, named by its watcher. A folder can be removed only while it is
 * empty, and nothing can be put into one that is gone: so the kernel decides, once, who was the last and who came too late.
 */
export interface Holder {
  /** True when nobody else holds the server. False where no shell could watch: then nobody is written down. */
  leave(): boolean
  /** Afterwards: the watcher need not do what we have done. */
  dismiss(): void
  /** Leaves a server to itself, as one that is still recovering: the next start finds it. */
  forget(): void
}

/** For a server that is about to be started: whoever held the one before holds nothing now. */
export function clearHolders({ holders }: Folder): void {
  rmSync(holders, { recursive: true, force: true })
  mkdirSync(holders, { mode: 0o700 })
}

/** Undefined: the last one has just let go, and the server is on its way out. */
export function hold(folder: Folder, data: string): Holder | undefined {
  const { pid, dismiss } = startWatcher(folder, data)
  const mine = pid === undefined ? undefined : join(folder.holders, String(pid))
  try {
    forgetTheDead(folder)
    if (mine !== undefined) writeFileSync(mine, '', { mode: 0o600 })
  } catch (error) {
    dismiss()
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const forget = () => {
    dismiss()
    if (mine !== undefined) rmSync(mine, { force: true })
  }
  const leave = () => {
    if (mine === undefined) return false
    rmSync(mine, { force: true })
    try {
      forgetTheDead(folder)
      rmdirSync(folder.holders)
      return true
    } catch {
      return false
    }
  }
  return { leave, dismiss, forget }
}

/** A process and its watcher may be killed together, and then nobody takes its file away. */
function forgetTheDead({ path, holders }: Folder): void {
  for (const name of readdirSync(holders)) {
    if (!isWatcher(name, path)) rmSync(join(holders, name), { force: true })
  }
}
