import { describe, expect, it } from 'vitest'
import { runAsCandidates } from './run-as-user.ts'

describe('runAsCandidates', () => {
  const roots = { uid: 0, gid: 0 }
  const other = { uid: 1000, gid: 100 }
  const nobody = { as: 'user', uid: 65_534, gid: 65_534 }

  it.each([
    ['an ordinary user: that user', 1000, undefined, [{ as: 'self' }]],
    ['an ordinary user, data of another user: that user', 1000, roots, [{ as: 'self' }]],
    [
      'a user without a name: a user namespace, else that user',
      1000,
      undefined,
      [{ as: 'namespace' }, { as: 'self' }],
      false,
    ],
    ['a user without a name, with data: that user', 1000, roots, [{ as: 'self' }], false],
    ['no user ids on this platform: the same user', undefined, undefined, [{ as: 'self' }]],
    ['root without data: a user namespace, else nobody', 0, undefined, [{ as: 'namespace' }, nobody]],
    ['root with data of root: a user namespace', 0, roots, [{ as: 'namespace' }]],
    ['root with data of another user: the owner', 0, other, [{ as: 'user', ...other }]],
  ])('%s', (_, uid, owner, expected, isNamed = true) => expect(runAsCandidates(uid, owner, isNamed)).toEqual(expected))
})
