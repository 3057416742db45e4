import { StandardCheckoutClient } from '@galla/sdk/compat'
import { afterEach, describe, expect, it, vi } from 'vitest'

afterEach(() => void vi.restoreAllMocks())

describe('validateCallback without synchronous digests', () => {
  it('throws and refers to createCallbacks', async () => {
    const client = StandardCheckoutClient.getInstance('demo-shop', 'secret', 1, 'SANDBOX', false)
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined)
    expect(() => client.validateCallback('user', 'password', 'digest', '{}')).toThrow(/createCallbacks of @galla\/sdk/)
    await client.close()
  })
})
