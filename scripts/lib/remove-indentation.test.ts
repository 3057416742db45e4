import { describe, expect, it } from 'vitest'
import { withoutIndentation } from './remove-indentation.mjs'

describe('withoutIndentation', () => {
  it('keeps lines and text', () => {
    expect(withoutIndentation('if (a) {\n\treturn `\tb`;\n}\n', 'a.cjs')).toBe('if (a) {\nreturn `\tb`;\n}\n')
  })

  it('refuses a template literal of several lines', () => {
    expect(() => withoutIndentation('const a = `\n\tb`', 'a.cjs')).toThrow('a.cjs:1 has a template literal')
  })
})
