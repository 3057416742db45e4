import { describe, expect, it } from 'vitest'
import { guises } from './spawn-as.ts'

describe('guises', () => {
  const roots = { uid: 0, gid: 0 }
  const theirs = { uid: 1000, gid: 100 }
  const nobody = { as: 'user', uid: 65_534, gid: 65_534 }

  it.each([
    ['an ordinary user is nobody else', 1000, undefined, [{ as: 'self' }]],
    ['an ordinary user, whoever owns the data', 1000, roots, [{ as: 'self' }]],
    ['where there are no user ids', undefined, undefined, [{ as: 'self' }]],
    ['root with nothing there: a namespace, else nobody', 0, undefined, [{ as: 'namespace' }, nobody]],
    ['root with root’s data: only a namespace can read it', 0, roots, [{ as: 'namespace' }]],
    ['root with somebody’s data serves it as that user', 0, theirs, [{ as: 'user', ...theirs }]],
  ])('%s', (_, uid, owner, expected) => expect(guises(uid, owner)).toEqual(expected))
})
