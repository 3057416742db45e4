import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { separateDocComments } from './doc-comments.mjs'

describe('separateDocComments', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'galla-docs-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const separated = (text: string) => {
    const file = join(folder, 'index.d.mts')
    writeFileSync(file, text)
    separateDocComments(folder)
    return readFileSync(file, 'utf8')
  }

  it('moves a comment behind a member to its own line, with the indentation of the next', () => {
    expect(separated('type A = {\n  a: string; /** Text of b. */\n  b: string;\n};\n')).toBe(
      'type A = {\n  a: string;\n  /** Text of b. */\n  b: string;\n};\n',
    )
    expect(separated('  a: () => void; /**\n   * Two\n   * lines.\n   */\n  b: string;\n')).toBe(
      '  a: () => void;\n  /**\n   * Two\n   * lines.\n   */\n  b: string;\n',
    )
  })

  it.each(['/** First. */\ntype A = 1;\n', 'type A = { /** Inline. */a: 1 };\n', '  a: 1; // note\n  b: 2;\n'])(
    'keeps %j',
    (text) => {
      expect(separated(text)).toBe(text)
    },
  )
})
