import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Gateway } from '../src/gateway.ts'
import { ORIGIN, setupConsoles } from './helpers/console-gateway.ts'

const { createGatewayWithConsole } = setupConsoles()

interface Line {
  readonly auditId: string
  readonly at: string
  readonly who: string
  readonly what: string
  readonly hash: string
  readonly previousHash: string
  readonly detailSalt?: string
  readonly head: { readonly auditId: string; readonly hash: string }
}

async function linesOf({ auditLines }: Pick<Gateway, 'auditLines'>, after?: string): Promise<Line[]> {
  const found: Line[] = []
  for await (const line of auditLines(after === undefined ? {} : { after })) {
    expect(line.endsWith('\n')).toBe(true)
    found.push(JSON.parse(line) as Line)
  }
  return found
}

async function open(settings: { readonly dataKeys?: readonly string[] } = {}) {
  const opened = await createGatewayWithConsole({ gateway: settings })
  const { gateway } = opened.testGateway
  for (const name of ['asha', 'ravi', 'meena']) await opened.post('/users', { name, role: 'viewer' })
  const lines = (after?: string) => linesOf(gateway, after)
  return { ...opened, gateway, lines }
}

describe('the audit log as JSON lines', () => {
  it('has every entry, the oldest first, each with its hash, that of the one before, and the head of the chain', async () => {
    const { lines, get } = await open()
    const found = await lines()
    const { rows } = await get<{ rows: Line[] }>('/audit')
    expect(found.map(({ auditId }) => auditId)).toEqual(rows.map(({ auditId }) => auditId).reverse())
    expect(found.map(({ previousHash }) => previousHash)).toEqual(['', ...found.slice(0, -1).map(({ hash }) => hash)])
    const last = found.at(-1)
    for (const { head } of found) expect(head).toEqual({ auditId: last?.auditId, hash: last?.hash })
    expect(found[0]?.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+05:30$/)
  })

  it('goes on after an entry that was read, and is empty when nothing follows', async () => {
    const { lines } = await open()
    const all = await lines()
    expect((await lines(all[1]?.auditId)).map(({ auditId }) => auditId)).toEqual(
      all.slice(2).map(({ auditId }) => auditId),
    )
    expect(await lines(all.at(-1)?.auditId)).toEqual([])
  })

  it('is refused after an entry that the log does not have: entries were removed, or it is another database', async () => {
    const { lines } = await open()
    const last = (await lines()).at(-1)?.auditId ?? ''
    await expect(lines(String(Number(last) + 1))).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      field: 'after',
      message: expect.stringContaining(`the last entry is ${last}`),
    })
  })

  it('is a download of the console for who may read the log, and an entry of it', async () => {
    const { testGateway, cookie, request, get } = await open()
    const response = await testGateway.gateway.admin.fetch(
      new Request(`${ORIGIN}/api/audit.jsonl?after=1`, { headers: { cookie } }),
      {
        address: '127.0.0.1',
      },
    )
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    expect(response.headers.get('content-disposition')).toContain('audit.jsonl')
    const lines = (await response.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
    expect(lines[0]?.auditId).toBe('2')
    expect((await get<{ rows: { what: string; id: string }[] }>('/audit')).rows[0]).toMatchObject({
      what: 'exported',
      id: 'audit.jsonl',
    })
    expect((await request('GET', '/audit.jsonl?after=x')).status).toBe(400)
  })

  it.each(['x', '-1', '1.5', ''])('is refused after %j, which is no id of an entry', async (after) => {
    const { lines } = await open()
    await expect(lines(after)).rejects.toMatchObject({ code: 'INVALID_REQUEST', field: 'after' })
  })
})

describe('the program of the documentation that checks the lines', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'galla-'))
    const guide = readFileSync(join(import.meta.dirname, '../../../docs/http-apis.md'), 'utf8')
    const samples = [...guide.matchAll(/```js\n(.*?)```/gs)].map(([, text = '']) => text)
    writeFileSync(join(folder, 'check.mjs'), samples.find((text) => text.includes('hashed')) ?? '')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const run = (lines: readonly object[]) => {
    const path = join(folder, 'audit.jsonl')
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'check.mjs'), path], {
      encoding: 'utf8',
    })
    return { status, text: stdout + stderr }
  }

  /** Entries with values of every kind, and with line ends and amounts that are easily changed by a reader. */
  async function openWithNotes() {
    const opened = await open()
    await opened.testGateway.rows(
      `insert into galla.audit ("auditId", "atMs", "who", "what", "kind", "id", "detail", "before", "after", "hash")
        values (0, 1, 'program', 'changed', 'order', 'o-1', $1, '{"amount": 20000.00, "b": "चाय"}', '{"z": true, "a": null}', '')`,
      ['first\r\nsecond\u2028third\u0001 "quoted" \\'],
    )
    return opened
  }

  it('accepts the whole log, and a part of it', async () => {
    const { lines } = await openWithNotes()
    const all = await lines()
    expect(run(all)).toMatchObject({ status: 0, text: expect.stringContaining(`${all.length} entries fit`) })
    expect(run(all.slice(2))).toMatchObject({ status: 0 })
  })

  it('names the entries whose note has no salt: somebody may have changed the note and removed the salt', async () => {
    const { lines } = await openWithNotes()
    const forged = (await lines()).map(({ detailSalt, ...line }) =>
      detailSalt === undefined ? line : { ...line, detail: 'forged' },
    )
    const noted = (await lines()).filter(({ detailSalt }) => detailSalt !== undefined)
    expect(noted.length).toBeGreaterThan(1)
    const named = noted.map(({ auditId }) => auditId).join(', ')
    expect(run(forged).text).toContain(`the notes of ${named} could not be checked`)
    expect(run(await lines()).text).not.toContain('could not be checked')
  })

  it('finds a time that was changed, and refuses an empty file', async () => {
    const { lines } = await openWithNotes()
    const all = await lines()
    const changed = all.map((line, at) => (at === 2 ? { ...line, at: '2020-01-01T00:00:00.000+05:30' } : line))
    expect(run(changed)).toEqual({ status: 1, text: `entry ${all[2]?.auditId} does not fit\n` })
    expect(run([])).toEqual({ status: 1, text: 'The file has no entries\n' })
  })

  it('accepts a log whose note was erased', async () => {
    const { lines, testGateway } = await openWithNotes()
    await testGateway.rows(`update galla.audit set "detail" = null where "detail" is not null`)
    expect(run(await lines())).toMatchObject({ status: 0 })
  })

  it('accepts encrypted notes, also those whose data key is missing', async () => {
    const dataKeys = ['a', 'b'].map((id) => `${id}:${randomBytes(32).toString('base64')}`)
    const { lines, testGateway } = await open({ dataKeys: dataKeys.slice(0, 1) })
    const withNote = (all: readonly Line[]) => all.filter(({ detailSalt }) => detailSalt !== undefined)
    const all = await lines()
    expect(withNote(all).length).toBeGreaterThan(0)
    expect(run(all)).toMatchObject({ status: 0 })
    const other = await testGateway.replica({ dataKeys: dataKeys.slice(1), dataKeysLost: ['a'] })
    const unread = await linesOf(other)
    expect(withNote(unread)).toEqual([])
    expect(run(unread)).toMatchObject({ status: 0 })
  })

  it.each<[string, (lines: readonly Line[]) => readonly object[]]>([
    ['is missing', (lines) => lines.filter((_, at) => at !== 1)],
    ['is in another place', ([first, second, ...rest]) => [second, first, ...rest] as Line[]],
    ['at the end is missing', (lines) => lines.slice(0, -1)],
    ['has another person', (lines) => lines.map((line, at) => (at === 1 ? { ...line, who: 'ravi' } : line))],
    [
      'has another amount',
      (lines) => lines.map((line, at, { length }) => (at === length - 1 ? { ...line, before: { amount: 1 } } : line)),
    ],
    [
      'has another note',
      (lines) => lines.map((line, at, { length }) => (at === length - 1 ? { ...line, detail: 'other' } : line)),
    ],
    ['has another hash', (lines) => lines.map((line, at) => (at === 1 ? { ...line, hash: 'f'.repeat(64) } : line))],
  ])('finds that a line %s', async (_, change) => {
    const { lines } = await openWithNotes()
    const { status, text } = run(change(await lines()))
    expect([status, text]).toEqual([1, expect.stringMatching(/entry \d+/)])
  })

  it('finds an entry that was changed in the database', async () => {
    const { lines, testGateway } = await openWithNotes()
    await testGateway.rows('alter table galla.audit disable trigger "appendOnlyEntry"')
    await testGateway.rows(`update galla.audit set "who" = 'ravi' where "auditId" = 2`)
    expect(run(await lines())).toMatchObject({ status: 1, text: expect.stringContaining('entry 2') })
  })
})
