import { describe, expect, it } from 'vitest'
import { arrows } from './arrows.ts'
import { told } from './breach.ts'
import { parse, sources } from './source.ts'

const SDK = 'packages/sdk/src'

describe('arrows inside packages', () => {
  it('hold in every file', () => {
    expect(told(arrows(sources()))).toBe('')
  })

  it.each([
    [`${SDK}/nouns/refunds.ts`, `import type { Queue } from '../telemetry/queue.ts'`],
    [`${SDK}/telemetry/sender.ts`, `import { send } from '../pipeline/send.ts'`],
    [`${SDK}/token/token-grant.ts`, `import { send } from '../pipeline/send.ts'`],
    [`${SDK}/calls/pay.ts`, `import { attempt } from '../pipeline/attempt.ts'`],
    [`${SDK}/compat/standard-client.ts`, `import { refunds } from '../nouns/refunds.ts'`],
    [`${SDK}/callbacks/classic.ts`, `import { Galla } from '../client.ts'`],
    [`${SDK}/transport/pick.ts`, `import { undici } from './undici.ts'`],
    [`${SDK}/index.ts`, `export { otel } from './watch/otel.ts'`],
    ['packages/sandbox/src/domain/order.ts', `import { readFileSync } from 'node:fs'`],
    ['packages/sandbox/src/domain/order.ts', `import { deliver } from '../callbacks/deliver.ts'`],
    ['packages/contract/src/provider/states.ts', `import type { Delivery } from '../control/routes.ts'`],
    ['packages/gateway/src/merchant-api/handlers.ts', `import { notThere } from '../console-api/refusal.ts'`],
    ['packages/gateway/src/http/route.ts', `import type { Desk } from '../console-api/desk.ts'`],
  ])('are noticed in %s: %s', (path, text) => {
    expect(arrows([parse(path, text)])).toMatchObject([{ file: path, line: 1 }])
  })

  it('are followed through other files, and tell the whole way', () => {
    const grant = parse(`${SDK}/token/token-grant.ts`, `import { wait } from './wait.ts'`)
    const wait = parse(`${SDK}/token/wait.ts`, `import { send } from '../pipeline/send.ts'`)
    expect(arrows([grant, wait])).toMatchObject([
      { file: grant.path, found: `import of ${SDK}/token/wait.ts → ${SDK}/pipeline/send.ts` },
    ])
  })

  it('let a type through where only running code would come round again', () => {
    expect(arrows([parse(`${SDK}/telemetry/event.ts`, `import type { Sent } from '../pipeline/send.ts'`)])).toEqual([])
  })
})
