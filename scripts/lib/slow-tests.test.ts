import { expect, it } from 'vitest'
import { limitOf } from './slow-tests.mjs'

it.each([
  ['packages/gateway/test/crash/crash.test.ts', 300_000],
  ['packages/gateway/test/attacks/replays.test.ts', 120_000],
  ['packages/gateway/test/refunds.test.ts', undefined],
])('the tests of %s have a limit of %s ms', (file, limitMs) => expect(limitOf(file)).toBe(limitMs))
