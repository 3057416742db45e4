import { describe, expect, it } from 'vitest'
import { doors, publicNames } from './doors.ts'

const WAY =
  'The public names changed. If that is meant, write a changeset and accept them with: npx vitest run scripts/laws/doors.test.ts -u'

describe('public doors', () => {
  it('export the names that were agreed', async () => {
    const told = Object.entries(publicNames(doors()))
      .map(([door, names]) => `${door}\n${names.map((name) => `  ${name}\n`).join('')}`)
      .join('\n')
    await expect(told, WAY).toMatchFileSnapshot('./public-names.txt')
  })
})
