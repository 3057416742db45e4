import { describe, expect, it } from 'vitest'
import { withoutIndentation } from './remove-indentation.mjs'

/** A substitution, which a plain string may not show to the linter. */
const of = (code: string) => `$${code}`

describe('withoutIndentation', () => {
  it('keeps lines and text', () => {
    expect(withoutIndentation('if (a) {\n\treturn `\tb`;\n}\n')).toBe('if (a) {\nreturn `\tb`;\n}\n')
  })

  it('allows lines in an expression of a template', () => {
    const code = `\tconst a = \`b${of('{[\n\t\tc\n\t]}')}\``
    expect(withoutIndentation(code)).toBe(`const a = \`b${of('{[\nc\n]}')}\``)
  })

  it('leaves a file with a literal of several lines as it is', () => {
    for (const code of ['\tconst a = `\n\tb`', `\tconst a = \`${of('{b}')}\n\tc\``])
      expect(withoutIndentation(code)).toBe(code)
  })
})
