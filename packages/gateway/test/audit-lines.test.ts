import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ORIGIN, setupConsoles } from './helpers/console-gateway.ts'

const { createGatewayWithConsole } = setupConsoles()

interface Line {
  readonly auditId: string
  readonly at: string
  readonly who: string
  readonly what: string
  readonly hash: string
  readonly previousHash: string
  readonly head: { readonly auditId: string; readonly hash: string }
}

async function open() {
  const opened = await createGatewayWithConsole()
  const { gateway } = opened.testGateway
  for (const name of ['asha', 'ravi', 'meena']) await opened.post('/users', { name, role: 'viewer' })
  const lines = async (after?: string): Promise<Line[]> => {
    const found: Line[] = []
    for await (const line of gateway.auditLines(after === undefined ? {} : { after })) {
      expect(line.endsWith('\n')).toBe(true)
      found.push(JSON.parse(line) as Line)
    }
    return found
  }
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

  it('shows an entry that was changed by SQL: its hash does not follow from the one before', async () => {
    const { lines, testGateway } = await open()
    const before = await lines()
    await testGateway.rows('alter table galla.audit disable trigger "appendOnlyEntry"')
    await testGateway.rows(`update galla.audit set "hash" = $1 where "auditId" = 2`, [
      createHash('sha256').update('x').digest('hex'),
    ])
    const after = await lines()
    expect(after[1]?.hash).not.toBe(before[1]?.hash)
    expect(after[2]?.previousHash).not.toBe(before[2]?.previousHash)
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
