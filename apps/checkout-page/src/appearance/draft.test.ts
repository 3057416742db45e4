import { expect, it } from 'vitest'
import { INITIAL_DRAFT, readDraft } from './draft.ts'

it('reads the form that is there on arrival without an error', () => {
  expect(readDraft(INITIAL_DRAFT)).toEqual({
    appearance: { merchantName: 'Galla Test Shop', accentColor: '#1f4f8f', radius: 10, colorScheme: 'auto' },
    errors: {},
  })
})

it('leaves out what is empty, and what is not valid with its error', () => {
  const draft = {
    ...INITIAL_DRAFT,
    merchantName: '',
    accentColor: 'reddish',
    radius: '99',
    logo: 'data:image/svg+xml,<svg/>',
  }
  const { appearance, errors } = readDraft(draft)
  expect(appearance).toEqual({ colorScheme: 'auto' })
  expect(errors.accentColor).toMatch(/must be a colour/)
  expect(errors.radius).toMatch(/0 to 24/)
  expect(errors.logo).toMatch(/SVG is refused/)
  expect(errors.merchantName).toBeUndefined()
})
