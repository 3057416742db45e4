import { expect, it } from 'vitest'
import { entries, publicNames } from './public-api.ts'

const HINT =
  'The public API changed. If that is intended, add a changeset and record it: npx vitest run scripts/architecture/public-api.test.ts -u'

it('exports the recorded names from every public entry', async () => {
  const text = Object.entries(publicNames(entries()))
    .map(([entry, names]) => `${entry}\n${names.map((name) => `  ${name}\n`).join('')}`)
    .join('\n')
  await expect(text, HINT).toMatchFileSnapshot('./public-api.txt')
})
