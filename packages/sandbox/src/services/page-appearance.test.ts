import { expect, test } from 'vitest'
import { pageAppearance, withAppearance } from './page-appearance.ts'

const HTML = '<!doctype html><html lang="en"><head><title>Payment</title></head><body></body></html>'

test('without an appearance the page stays as it is', () => {
  expect(withAppearance(HTML, pageAppearance({}))).toBe(HTML)
  expect(withAppearance(HTML, pageAppearance({ merchantName: 'Chai', colorScheme: 'auto' }))).toBe(HTML)
})

test.each(['light', 'dark'] as const)('the scheme %s is an attribute of the page', (colorScheme) => {
  expect(withAppearance(HTML, pageAppearance({ colorScheme }))).toContain(
    `<html data-theme="${colorScheme}" lang="en">`,
  )
})

test('colours and corners are a style sheet of the page’s own origin, in no inline style', () => {
  const page = withAppearance(HTML, pageAppearance({ accentColor: '#07c', radius: 12 }))
  expect(page).toMatch(/<link rel="stylesheet" href="\/transact\/appearance\.css\?v=[\w-]{12}"><\/head>/)
  expect(page).not.toMatch(/<style|style=/)
})

test('another accent has another path: browsers keep the file', () => {
  const pathOf = (accentColor: string) => pageAppearance({ accentColor }).css?.path
  expect(pathOf('#07c')).toBe(pathOf('#0077cc'))
  expect(pathOf('#07c')).not.toBe(pathOf('#07d'))
})

test('nothing of the merchant’s text is written into HTML', () => {
  const merchantName = '</title><script>alert(1)</script>'
  expect(withAppearance(HTML, pageAppearance({ merchantName, accentColor: '#07c' }))).not.toContain('alert')
})
