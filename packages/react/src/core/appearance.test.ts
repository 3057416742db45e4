import { expect, it } from 'vitest'
import { appearanceStyles, componentAppearance } from './appearance.ts'

it('without colours or corners there is no style sheet and no class', () => {
  expect(componentAppearance({ merchantName: 'Chai', colorScheme: 'auto' })).toEqual({
    merchantName: 'Chai',
    logo: undefined,
    scheme: undefined,
    className: undefined,
    css: '',
  })
})

it('the class is named by the rules: equal appearances share it, others do not', () => {
  const classOf = (accentColor: string) => componentAppearance({ accentColor }).className
  expect(classOf('#07c')).toMatch(/^galla-look-[a-z0-9]+$/)
  expect(classOf('#07c')).toBe(classOf('#0077CC'))
  expect(classOf('#07c')).not.toBe(classOf('#07d'))
})

it('every rule is scoped to the class, and holds values of ours only', () => {
  const { css, className } = componentAppearance({ accentColor: '#fd0', radius: 3, merchantName: '}body{' })
  expect(css).toBe(appearanceStyles({ accentColor: '#fd0', radius: 3 }))
  const rules = [...css.replace('@media (prefers-color-scheme:dark){', '').matchAll(/([^{}]+)\{([^{}]*)\}/g)]
  expect(rules).toHaveLength(3)
  for (const [, selector = '', values = ''] of rules) {
    for (const one of selector.split(',')) expect(one).toContain(`.galla.${className}.${className}`)
    expect(values).toMatch(/^(?:--galla-[a-z-]+:(?:#[0-9a-f]{6}|\d+px);)+$/)
  }
})

it('takes a logo of the own origin, and refuses a foreign one', () => {
  expect(componentAppearance({ logo: '/logo.png' }).logo).toBe('/logo.png')
  expect(() => componentAppearance({ logo: 'https://cdn.example/logo.png' })).toThrow(/a path of your own origin/)
})
