import { type ServedSandbox, serveSandbox } from '@galla/sandbox'
import * as compat from '@galla/sdk/compat'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

type Client = Pick<compat.StandardCheckoutClient, 'getOrderStatus' | 'getRefundStatus' | 'close'>
/** The types keep the constructor private, as the official ones do. JavaScript calls it. */
type Constructor = new (...given: unknown[]) => Client

let sandbox: ServedSandbox
beforeAll(async () => {
  sandbox = await serveSandbox({ port: 0 })
  compat.configure({ hosts: sandbox.url })
})
afterAll(async () => {
  compat.configure({})
  await sandbox.close()
})

const CLASSES = [compat.StandardCheckoutClient, compat.CustomCheckoutClient] as const

describe.each(CLASSES)('new %o in JavaScript', (shared) => {
  const Client = shared as unknown as Constructor

  it('is a client of its own, with other credentials than the shared one', async () => {
    const first = shared.getInstance('shop', 'secret', 1, 'SANDBOX')
    const own = new Client('other-shop', 'other secret', 1, 'SANDBOX', false)
    expect(own).toBeInstanceOf(Client)
    await expect(own.getOrderStatus('unknown')).rejects.toBeInstanceOf(compat.BadRequest)
    await own.close()
    expect(shared.getInstance('shop', 'secret', 1, 'SANDBOX')).toBe(first)
    await first.close()
  })

  it('can be extended', async () => {
    class Traced extends Client {
      readonly label = 'traced'
    }
    const client = new Traced('shop', 'secret', 1, 'SANDBOX')
    expect(client.label).toBe('traced')
    await expect(client.getRefundStatus('unknown')).rejects.toBeInstanceOf(compat.PhonePeException)
    await client.close()
  })

  it('warns without a secret, and refuses its calls', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    const written = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
    const client = new Client('shop')
    warn.mockRestore()
    written.mockRestore()
    await expect(client.getOrderStatus('order-1')).rejects.toThrow('clientSecret')
    await client.close()
  })
})
