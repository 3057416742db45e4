import { expect, it } from 'vitest'
import { ApiError } from './client.ts'
import { createQueryClient } from './queries.ts'

it('repeats a read that the gateway could not answer, after the seconds that the gateway names', () => {
  const { retry, retryDelay } = createQueryClient().getDefaultOptions().queries ?? {}
  if (typeof retry !== 'function' || typeof retryDelay !== 'function') throw new Error('no rule for repeated reads')
  const busy = new ApiError(503, 'BUSY', 'Too many reads wait for the database', { retryAfterSec: 5 })
  expect([retry(0, busy), retry(2, busy), retryDelay(0, busy), retryDelay(1, busy)]).toEqual([
    true,
    false,
    5_000,
    5_000,
  ])
  const internal = new ApiError(500, 'INTERNAL', 'Internal error; see the log.')
  expect([retryDelay(0, internal), retryDelay(1, internal)]).toEqual([400, 800])
})
