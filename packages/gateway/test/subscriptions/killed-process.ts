import { listen } from '@galla/http-server/listen'
import type { PostgresConnection } from '@galla/postgres'
import type { Sandbox } from '@galla/sandbox'
import type { Pool } from 'pg'
import type { Child } from '../crash/children.ts'
import type { ChildConfig } from '../crash/orders.ts'
import { freeLeases } from '../helpers/free-leases.ts'
import { CLIENT, SECRET } from '../helpers/test-gateway.ts'
import { terminate } from '../model/processes.ts'

export interface KilledProcess {
  readonly start: (config: ChildConfig) => Child
  readonly database: PostgresConnection
  readonly pool: Pool
  readonly sandbox: Pick<Sandbox, 'fetch' | 'clock'>
  /** The process is killed at its so-manieth call to the provider: before the provider receives the call, or before the process reads the answer. */
  readonly call: number
  readonly when: 'before' | 'after'
}

const NAME = 'killed-process'

/** Runs the jobs in an operating system's process, and kills the process with SIGKILL at one of its calls. True when it lived for so long. */
export async function runJobsAndKill({ start, database, pool, sandbox, call, when }: KilledProcess): Promise<boolean> {
  let calls = 0
  const provider = await listen(async (request) => {
    calls += 1
    const isLast = calls === call
    if (isLast && when === 'before') await child.kill()
    if (calls > call || (isLast && when === 'before')) return new Response(null, { status: 503 })
    const { pathname, search } = new URL(request.url)
    const body = request.method === 'GET' ? undefined : await request.text()
    const { method, headers } = request
    const answer = await sandbox.fetch(new URL(pathname + search, 'https://provider.example'), {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    if (isLast) await child.kill()
    return answer
  })
  const child = start({
    database: { ...database, application_name: NAME } as PostgresConnection,
    provider: provider.url,
    clock: { startMs: sandbox.clock.now(), speed: 0 },
    seed: 0,
    client: CLIENT,
    secret: SECRET,
  })
  await child.ready
  // A fault of the provider may end the answer instead of the process.
  await child.kill()
  await provider.close()
  await terminate(pool, { name: NAME })
  await freeLeases(pool)
  return calls >= call
}
