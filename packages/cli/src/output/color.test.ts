import { describe, expect, it } from 'vitest'
import { colorLabels, usesColors } from './color.ts'

describe('colorLabels', () => {
  it.each([
    ['  pass    database-tls: TLS', '  \u001b[32mpass\u001b[39m    database-tls: TLS'],
    ['  FAIL    node: older', '  \u001b[31mFAIL\u001b[39m    node: older'],
    ['  warning disk: 2 GB', '  \u001b[33mwarning\u001b[39m disk: 2 GB'],
    ['PROBLEM A is empty', '\u001b[31mPROBLEM\u001b[39m A is empty'],
    ['  ✓ duplicate: 2xx\n  ✗ tampered', '  \u001b[32m✓\u001b[39m duplicate: 2xx\n  \u001b[31m✗\u001b[39m tampered'],
    ['{"pass":1}', '{"pass":1}'],
    ['a password for pass ', 'a password for pass '],
    ['passed', 'passed'],
  ])('colours the label of a result in %j', (line, shown) => expect(colorLabels(line)).toBe(shown))
})

describe('usesColors', () => {
  it.each([
    ['in a terminal', true, {}, true],
    ['into a file or a pipe', undefined, {}, false],
    ['with NO_COLOR', true, { NO_COLOR: '1' }, false],
    ['with an empty NO_COLOR, which counts as not set', true, { NO_COLOR: '' }, true],
    ['in a terminal without colours', true, { TERM: 'dumb' }, false],
  ])('is decided %s', (_, isTTY, env, uses) => expect(usesColors({ isTTY }, env)).toBe(uses))
})
