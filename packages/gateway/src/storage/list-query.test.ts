import { describe, expect, it } from 'vitest'
import { allPages } from './list-query.ts'

/** A list of three pages that counts its reads. The page `broken` cannot be read. */
function threePages(broken?: string) {
  const read: (string | undefined)[] = []
  const pages = allPages<string>(async ({ after }) => {
    read.push(after)
    if (broken !== undefined && after === broken) throw new Error(`page ${broken} is broken`)
    const at = Number(after ?? 0)
    return at < 2 ? { rows: [`row ${at}`], next: String(at + 1) } : { rows: [`row ${at}`] }
  })
  return { read, pages }
}

describe('allPages', () => {
  it('yields every page in order', async () => {
    const { pages } = threePages()
    const rows: string[] = []
    for await (const page of pages) rows.push(...page)
    expect(rows).toEqual(['row 0', 'row 1', 'row 2'])
  })

  it('reads one page ahead of the caller, and no more', async () => {
    const { read, pages } = threePages()
    expect(read).toEqual([])
    await pages.next()
    expect(read).toEqual([undefined, '1'])
    await pages.return(undefined)
    expect(read).toEqual([undefined, '1'])
  })

  it('reports a page that cannot be read after the pages before it', async () => {
    const { pages } = threePages('1')
    expect((await pages.next()).value).toEqual(['row 0'])
    await expect(pages.next()).rejects.toThrow('page 1 is broken')
  })

  it('reports nothing to a caller who stops before the broken page', async () => {
    const { pages } = threePages('1')
    await pages.next()
    expect(await pages.return(undefined)).toEqual({ done: true, value: undefined })
  })
})
