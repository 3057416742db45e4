import { StandardCheckoutClient } from '@galla/sdk/compat'
import { afterEach, describe, expect, it, vi } from 'vitest'

afterEach(() => void vi.restoreAllMocks())

describe('a runtime that hashes asynchronously only', () => {
  it('is told which way out there is: the official method answers at once', async () => {
    const client = StandardCheckoutClient.getInstance('tea-stall', 'secret', 1, 'SANDBOX', false)
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined)
    expect(() => client.validateCallback('user', 'password', 'digest', '{}')).toThrow(/createCallbacks of @galla\/sdk/)
    await client.close()
  })
})
