import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli } from './run-cli.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galla-keys-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const keys = (...args: string[]) =>
  runCli(['gateway', 'keys', ...args], {
    nowMs: Date.now,
    env: {
      GALLA_ENVIRONMENT: 'SANDBOX',
      GALLA_CLIENT_ID: 'tea-stall',
      GALLA_CLIENT_SECRET: 'a secret',
      GALLA_CALLBACK_USERNAME: 'tea_stall',
      GALLA_CALLBACK_PASSWORD: 'two cups 2',
      GALLA_DATABASE: folder,
    },
  })

describe('galla gateway keys', () => {
  it('creates, lists and revokes a key', async () => {
    const created = await keys('create', 'the shop', '--scopes', 'read,orders', '--days', '30')
    expect(created).toMatchObject({ code: 0, out: expect.stringMatching(/^galla_test_[0-9a-f]{56}\s*$/) })
    expect(created.err).toMatch(/^key_\S+: read, orders; 50 calls per second; expires .*not shown again/)
    const listed = await keys('list')
    expect(listed.out).toMatch(/galla_test_\w{6}… {2}active {3}the shop: read, orders/)
    expect(listed.out).not.toContain(created.out.trim())
    const keyId = /key_\S+/.exec(listed.out)?.[0] ?? ''
    expect(await keys('revoke', keyId)).toMatchObject({ code: 0, out: expect.stringContaining('is revoked') })
    const { rows } = JSON.parse((await keys('list', '--json')).out)
    expect(rows).toMatchObject([{ keyId, state: 'revoked' }])
    expect(await keys('revoke', 'key_none')).toMatchObject({ code: 1, err: expect.stringContaining('no API key') })
  })

  it.each([
    [[], /create, list, revoke/],
    [['toString'], /create, list, revoke/],
    [['create'], /needs the name/],
    [['create', 'a', 'b'], /argument 'b'/],
    [['create', 'a'], /scopes must be at least one of read, orders/],
    [['create', 'a', '--scopes', 'all'], /scopes must be/],
    [['create', 'a', '--scopes', 'read', '--days', '0'], /expiresAtMs must be a time in the future/],
    [['revoke'], /needs the id/],
  ])('refuses %j as a wrong usage', async (args, message) => {
    expect(await keys(...args)).toMatchObject({ code: 2, err: expect.stringMatching(message) })
  })
})
