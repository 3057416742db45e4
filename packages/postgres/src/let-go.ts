import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { OpenServer } from './open-server.ts'
import { shutDown } from './shut-down.ts'
import { removeSocketFolder } from './socket-folder.ts'

/** Lets go, and stops the server if nobody else holds it. The caller has the folder's lock. */
export async function letGo({ folder, data, keeper, holder }: OpenServer, waitMs: number): Promise<boolean> {
  const last = holder.leave()
  const alone = await keeper.leave()
  if (last || alone) {
    await shutDown(data, waitMs)
    await removeSocketFolder(folder)
    if (existsSync(folder.temporary)) await rm(folder.path, { recursive: true, force: true })
  }
  holder.dismiss()
  return last || alone
}
