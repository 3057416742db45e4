import { Galla, type GallaConfig, type TokenStore } from '@galla/sdk'
import { expect, it, vi } from 'vitest'
import type { GatewaySettings } from '../options.ts'
import { openClient } from './open-client.ts'

const tokenStore: TokenStore = { load: async () => undefined, save: async () => {} }
const credentials = { clientId: 'tea-stall', clientSecret: 'a secret', environment: 'SANDBOX' } as const
const settings: GatewaySettings = { ...credentials, database: '/nowhere' }
const port = new Galla({ ...credentials, clientVersion: 1 })

it('makes a client from the gateway’s credentials when none is given, and closes it', async () => {
  const close = vi.fn(async () => {})
  const configs: GallaConfig[] = []
  const create = (config: GallaConfig) => {
    configs.push(config)
    return Object.assign(Object.create(port) as Galla, { close })
  }
  const callbackCredentials = [{ username: 'shop', password: 'kettle-and-cups' }]
  const opened = openClient({ ...settings, callbackCredentials }, tokenStore, create)
  openClient({ ...settings, clientVersion: 2 }, tokenStore, create)
  expect(configs).toEqual([
    { ...credentials, clientVersion: 1, tokenStore, callbackCredentials },
    { ...credentials, clientVersion: 2, tokenStore },
  ])
  expect(close).not.toHaveBeenCalled()
  await opened.close()
  expect(close).toHaveBeenCalledOnce()
})

it('uses the client or the factory that is given, and does not close it', async () => {
  const close = vi.fn(async () => {})
  const given = Object.assign(Object.create(port) as Galla, { close })
  const create = vi.fn()
  const factory = vi.fn(() => given)
  const direct = openClient({ ...settings, client: given }, tokenStore, create)
  const made = openClient({ ...settings, client: factory }, tokenStore, create)
  expect([direct.client, made.client]).toEqual([given, given])
  expect(factory).toHaveBeenCalledWith({ tokenStore })
  await direct.close()
  await made.close()
  expect(close).not.toHaveBeenCalled()
  expect(create).not.toHaveBeenCalled()
})
