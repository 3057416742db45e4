import { describe, expect, it } from 'vitest'
import { withoutBlanks, withoutIndentation, withPlainExports } from './condense.mjs'

/** A substitution, which a plain string may not show to the linter. */
const of = (code: string) => `$${code}`

describe('withoutBlanks', () => {
  it.each([
    ['blanks between signs', 'const a = { b: 1, c: [2, 3] };', 'const a={b:1,c:[2,3]};'],
    ['lines in an expression', 'f({\n  a: 1,\n  b\n});', 'f({a:1,b});'],
    ['the last semicolon of a block', 'if (a) {\n  b();\n}', 'if(a){\nb()}'],
  ])('removes %s', (_what, code, condensed) => {
    expect(withoutBlanks(code)).toBe(`${condensed}\n`)
  })

  it.each([
    ['a blank between words', 'return void 0;', 'return void 0;'],
    ['a blank between signs that would be read as one', 'a = b + +c - -d / /e/g;', 'a=b+ +c- -d/ /e/g;'],
    [
      'texts, templates and regular expressions',
      `a = "b  c" + \`d  ${of('{ e }')}  f\` + / g /;`,
      `a="b  c"+\`d  ${of('{e}')}  f\`+/ g /;`,
    ],
    ['a comment for bundlers', 'const a = /* @__PURE__ */ new Map();', 'const a=/* @__PURE__ */new Map();'],
    ['an empty statement', 'function a() {\n  for (;;) ;\n}', 'function a(){\nfor(;;);}'],
  ])('keeps %s', (_what, code, condensed) => {
    expect(withoutBlanks(code)).toBe(`${condensed}\n`)
  })

  it('gives each statement and each method a line', () => {
    const code =
      'class A {\n  b = 1;\n  c() {\n    if (d) return 2; else throw e;\n    switch (f) {\n      case 3: g(); h();\n    }\n  }\n}\n'
    expect(withoutBlanks(code).split('\n')).toEqual([
      'class A{',
      'b=1;',
      'c(){',
      'if(d)return 2;else throw e;',
      'switch(f){case 3:',
      'g();',
      'h()}}}',
      '',
    ])
  })
})

describe('withoutIndentation', () => {
  it('keeps the lines of a declaration and of its comment', () => {
    const code = 'declare class A {\n  /**\n  * B.\n  * @example a\n  */\n  b: string;\n}\n'
    expect(withoutIndentation(code)).toBe('declare class A {\n/**\n* B.\n* @example a\n*/\nb: string;\n}\n')
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
