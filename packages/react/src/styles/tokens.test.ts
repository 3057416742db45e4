import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const sheets = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.css'))
  .map((name) => readFileSync(`${import.meta.dirname}/${name}`, 'utf8'))
  .join('\n')
const guide = readFileSync(new URL('../../../../docs/react.md', import.meta.url), 'utf8')

it('the guide lists each custom property of the style sheets', () => {
  const used = [...sheets.matchAll(/--galla-[a-z-]+/g)].map(([name]) => name)
  const listed = [...guide.matchAll(/^\| (`--galla-.*?) \|/gm)].flatMap(([, cell = '']) =>
    cell.replaceAll('`', '').split(', '),
  )
  expect(listed.toSorted()).toEqual([...new Set(used)].toSorted())
})

it('each custom property has a value, or stands for another one where a shop sets none', () => {
  const values = new Set([...sheets.matchAll(/(--galla-[a-z-]+):/g)].map(([, name]) => name))
  const without = [...sheets.matchAll(/var\((--galla-[a-z-]+)\)/g)]
    .map(([, name]) => name)
    .filter((name) => !values.has(name))
  expect(without).toEqual([])
})
