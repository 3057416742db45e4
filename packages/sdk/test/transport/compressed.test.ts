import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { undiciTransport } from '@galla/sdk/undici'
import { pendingOrder, scriptTokens } from '@galla/testkit/factories'
import type { Answer } from '@galla/testkit/scripted-answers'
import { type ScriptedServer, startScriptedServer } from '@galla/testkit/scripted-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failureOf } from '../support/client.ts'
import { clientOf } from '../support/client-of.ts'

let server: ScriptedServer
beforeEach(async () => {
  server = scriptTokens(await startScriptedServer())
})
afterEach(() => server.close())

const sending =
  (bytes: Uint8Array, encoding: string): Answer =>
  async ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json', 'Content-Encoding': encoding })
    response.end(bytes)
  }
const JSON_TEXT = JSON.stringify(pendingOrder())
const BODIES: readonly (readonly [encoding: string, bytes: Uint8Array])[] = [
  ['gzip', gzipSync(JSON_TEXT)],
  ['x-gzip', gzipSync(JSON_TEXT)],
  ['GZIP', gzipSync(JSON_TEXT)],
  ['deflate', deflateSync(JSON_TEXT)],
  ['deflate', deflateRawSync(JSON_TEXT)],
  ['br', brotliCompressSync(JSON_TEXT)],
  ['identity', Buffer.from(JSON_TEXT)],
]

/** The byte order mark with which some servers begin a text; JSON has none. */
const MARKED: readonly (readonly [encoding: string, bytes: Uint8Array])[] = [
  ['identity', Buffer.from(`\uFEFF${JSON_TEXT}`)],
  ['gzip', gzipSync(`\uFEFF${JSON_TEXT}`)],
]

describe.each(['node', 'undici'] as const)('a compressed response over %s', (name) => {
  const open = () => clientOf(server.origin, name === 'undici' ? { fetch: undiciTransport() } : {})

  it.each(BODIES)('is read: %s', async (encoding, bytes) => {
    server.otherwise(sending(bytes, encoding))
    await using galla = open()
    const { state } = await galla.standardCheckout.getOrderStatus({ merchantOrderId: 'order-1' })
    expect(state).toBe('PENDING')
  })

  it.each(MARKED)('is read behind a byte order mark: %s', async (encoding, bytes) => {
    server.otherwise(sending(bytes, encoding))
    await using galla = open()
    const { state } = await galla.standardCheckout.getOrderStatus({ merchantOrderId: 'order-1' })
    expect(state).toBe('PENDING')
  })

  it.each([
    ['is not what it claims to be', Buffer.from(JSON_TEXT)],
    ['is incomplete', gzipSync(JSON_TEXT).subarray(0, 20)],
    ['expands beyond the limit', gzipSync(Buffer.alloc(8 * 1024 * 1024, 32))],
  ])('is an invalid response when it %s', async (_, bytes) => {
    server.otherwise(sending(bytes, 'gzip'))
    await using galla = open()
    const read = galla.standardCheckout.getOrderStatus({ merchantOrderId: 'order-1' })
    expect(await failureOf(read)).toMatchObject({ kind: 'invalid-response', outcome: 'unknown', httpStatus: 200 })
  })
})
