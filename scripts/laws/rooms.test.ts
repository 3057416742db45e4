import { describe, expect, it } from 'vitest'
import { told } from './breach.ts'
import { rooms } from './rooms.ts'
import { parse, sources } from './source.ts'

describe('room rules', () => {
  it('hold in every file', () => {
    expect(told(rooms(sources()))).toBe('')
  })

  it.each([
    ['packages/contract/src/money.ts', `import { readFileSync } from 'node:fs'`],
    ['packages/http-server/src/listen.ts', `import type { JournalEntry } from '@galla/contract/sandbox-api/journal'`],
    ['packages/sdk/src/client.ts', `import { request } from 'node:http'`],
    ['packages/sdk/src/client.ts', `import axios from 'axios'`],
    ['packages/sdk/src/client.ts', `const pool = await import('undici')`],
    ['packages/sdk/src/client.ts', `export type { JournalEntry } from '@galla/contract/sandbox-api/journal'`],
    ['packages/sdk/src/undici.ts', `import { trace } from '@opentelemetry/api'`],
    ['packages/sandbox/src/callbacks/sign.ts', `import { sign } from '@galla/sdk/testing'`],
    ['packages/testkit/src/fake-clock.ts', `import { Galla } from '@galla/sdk'`],
    ['packages/cli/src/main.ts', `import { order } from '@galla/sandbox/domain/order'`],
    ['packages/cli/src/main.ts', `import { order } from '../../sandbox/src/domain/order.ts'`],
    ['packages/sdk/test/pay.test.ts', `import { order } from '../../sandbox/src/domain/order.ts'`],
    ['apps/checkout-page/src/main.tsx', `import { Galla } from '@galla/sdk'`],
    ['apps/shop/src/main.tsx', `import { page } from '../../../scripts/lib/page.mjs'`],
    ['apps/shop/vite.config.ts', `import { order } from '../../packages/sandbox/src/domain/order.ts'`],
    ['examples/hono/app.js', `import { ENDPOINTS } from '@galla/contract/provider/endpoints'`],
  ])('refuse in %s: %s', (path, text) => {
    const [first] = rooms([parse(path, text)])
    expect(first).toMatchObject({ file: path, line: 1 })
    expect(first?.way).not.toBe('')
  })

  it.each([
    ['packages/sdk/src/transport/node-http.ts', `type Http = typeof import('node:http')`],
    ['packages/sdk/src/undici.ts', `import { Pool } from 'undici'`],
    ['packages/sdk/test/pay.test.ts', `import { createSandbox } from '@galla/sandbox'`],
    ['packages/sandbox/src/app.ts', `import { Hono } from 'hono'`],
    ['apps/shop/vite.config.ts', `import { page } from '../../scripts/lib/page.mjs'`],
    ['examples/express/app.js', `import express from 'express'`],
  ])('allow in %s: %s', (path, text) => {
    expect(rooms([parse(path, text)])).toEqual([])
  })
})
