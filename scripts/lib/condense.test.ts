import { describe, expect, it } from 'vitest'
import { withoutIndentation, withPlainExports } from './condense.mjs'

/** A substitution, which a plain string may not show to the linter. */
const of = (code: string) => `$${code}`

describe('withoutIndentation', () => {
  it('keeps lines and text', () => {
    expect(withoutIndentation('if (a) {\n\treturn `\tb`;\n}\n')).toBe('if (a) {\nreturn `\tb`;\n}\n')
  })

  it('keeps the lines of a declaration and of its comment', () => {
    const code = 'declare class A {\n  /**\n  * B.\n  * @example a\n  */\n  b: string;\n}\n'
    expect(withoutIndentation(code)).toBe('declare class A {\n/**\n* B.\n* @example a\n*/\nb: string;\n}\n')
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

describe('withPlainExports', () => {
  const getter = (name: string, local: string) =>
    `Object.defineProperty(exports, "${name}", {\nenumerable: !0,\nget: function() {\nreturn ${local};\n}\n})`

  it('assigns what never changes, and keeps the getter of what may', () => {
    const code = 'const a = 1, b = () => a;\nfunction c() {}\nlet d = 2;\nvar e = 3;\n'
    const [x, y, z] = [getter('x', 'a'), getter('$y', 'b'), getter('z', 'c')]
    const changing = `${getter('d', 'd')}, ${getter('e', 'e')};\n`
    expect(withPlainExports(`${code}${x}, ${y}, ${z}, ${changing}`)).toBe(
      `${code}exports.x = a, exports.$y = b, exports.z = c, ${changing}`,
    )
  })

  it('keeps the getter of a name that another scope declares', () => {
    const code = `function c() {\nconst a = 1;\nreturn a;\n}\nlet a = c();\n${getter('a', 'a')};\n`
    expect(withPlainExports(code)).toBe(code)
  })
})
