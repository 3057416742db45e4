import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type MadeLink, mayBeOnePerson } from './one-person.ts'

const link = (madeById: string, userId: string): MadeLink => ({ madeById, userId })

describe('mayBeOnePerson', () => {
  it.each<[string, readonly MadeLink[], string, string, boolean]>([
    ['a user and the same user', [], 'asha', 'asha', true],
    ['two users without links', [], 'asha', 'ravi', false],
    ['a user and whom the user invited', [link('asha', 'ravi')], 'asha', 'ravi', true],
    ['a user and who invited the user', [link('asha', 'ravi')], 'ravi', 'asha', true],
    ['two users whom one person invited', [link('meena', 'asha'), link('meena', 'ravi')], 'asha', 'ravi', true],
    ['a user and the last of a chain', [link('asha', 'meena'), link('meena', 'ravi')], 'asha', 'ravi', true],
    ['two users who both invited a third one', [link('asha', 'meena'), link('ravi', 'meena')], 'asha', 'ravi', false],
    ['users who made links for each other', [link('asha', 'ravi'), link('ravi', 'asha')], 'meena', 'ravi', false],
  ])('%s', (_, links, one, other, expected) => {
    expect(mayBeOnePerson(links, [one], [other])).toBe(expected)
  })

  const USERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'] as const
  const user = fc.constantFrom(...USERS)

  it('holds for every pair of users that one person got by links of own users, however long the chain', () => {
    const takeovers = fc.array(fc.record({ by: fc.nat(), userId: user }), { maxLength: 12 })
    const colleagues = fc.array(fc.record({ madeById: user, userId: user }), { maxLength: 6 })
    fc.assert(
      fc.property(user, takeovers, colleagues, (first, taken, others) => {
        const own = [first as string]
        const links: MadeLink[] = [...others]
        for (const { by, userId } of taken) {
          links.push(link(own[by % own.length] as string, userId))
          own.push(userId)
        }
        for (const one of own) for (const other of own) expect(mayBeOnePerson(links, [one], [other])).toBe(true)
      }),
    )
  })

  it('does not hold for users of two groups that made links within their group only', () => {
    const within = (names: readonly string[]) =>
      fc.array(fc.record({ madeById: fc.constantFrom(...names), userId: fc.constantFrom(...names) }), { maxLength: 8 })
    const [left, right] = [USERS.slice(0, 3), USERS.slice(3)]
    fc.assert(
      fc.property(
        within(left),
        within(right),
        fc.constantFrom(...left),
        fc.constantFrom(...right),
        (a, b, one, other) => {
          expect(mayBeOnePerson([...a, ...b], [one], [other])).toBe(false)
          expect(mayBeOnePerson([...a, ...b], [other], [one])).toBe(false)
        },
      ),
    )
  })
})
