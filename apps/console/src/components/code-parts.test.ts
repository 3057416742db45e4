import { expect, it } from 'vitest'
import { codeParts } from './code-parts.ts'

const kinds = (code: string) => codeParts(code).flatMap(({ text, kind }) => (kind ? [[kind, text]] : []))

it('names the comments, texts and keywords of a code sample', () => {
  expect(kinds(`import { inr } from '@galla/sdk' // money\nconst order = await start({ from: "a \\" b" })`)).toEqual([
    ['keyword', 'import'],
    ['keyword', 'from'],
    ['string', "'@galla/sdk'"],
    ['comment', '// money'],
    ['keyword', 'const'],
    ['keyword', 'await'],
    ['string', '"a \\" b"'],
  ])
})

it('reads no comment in an address, and no keyword in a name', () => {
  expect(kinds(`curl https://shop.example/pay -H x.from constant`)).toEqual([])
  expect(kinds(`curl 'https://shop.example/pay'`)).toEqual([['string', "'https://shop.example/pay'"]])
})

it('the parts of a code sample together are the sample', () => {
  for (const code of ['', "it's", 'const', "a 'b", '/* open', '# a\nb `c` d'])
    expect(
      codeParts(code)
        .map(({ text }) => text)
        .join(''),
    ).toBe(code)
})
