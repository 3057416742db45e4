import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Requirements of levels 1 and 2 in each chapter of OWASP ASVS 5.0.0. */
const IN_CHAPTER = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]

const rows = readFileSync(join(root, 'docs/asvs.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, id = '', text = '', answer = '', reason = '', test = ''] = line.split('|').map((cell) => cell.trim())
    return /^\d+\.\d+\.\d+$/.test(id) ? [{ id, text, answer, reason, test }] : []
  })

describe('the table of OWASP ASVS', () => {
  it('has each requirement of levels 1 and 2 once', () => {
    const ids = rows.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(IN_CHAPTER.map((_, at) => ids.filter((id) => id.startsWith(`${at + 1}.`)).length)).toEqual(IN_CHAPTER)
  })

  it('answers each with met, not applicable or not met, and says why', () => {
    for (const { id, text, answer, reason } of rows) {
      expect(['met', 'not applicable', 'not met'], id).toContain(answer)
      expect(text, id).not.toBe('')
      expect(reason, id).not.toBe('')
    }
  })

  it('names test files that exist', () => {
    const named = rows.flatMap(({ id, test }) =>
      [...test.matchAll(/`([^`]+)`/g)].map(([, file = '']) => ({ id, file })),
    )
    expect(named.length).toBeGreaterThan(50)
    expect(named.filter(({ file }) => !existsSync(join(root, file)))).toEqual([])
  })

  it('counts its answers in its introduction', () => {
    const [, introduction = ''] = /^(# [\s\S]*?)^## /m.exec(readFileSync(join(root, 'docs/asvs.md'), 'utf8')) ?? []
    for (const answer of ['met', 'not met', 'not applicable']) {
      const count = rows.filter((row) => row.answer === answer).length
      expect(introduction).toContain(`| ${answer} | ${count} |`)
    }
  })
})
