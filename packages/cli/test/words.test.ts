import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type } from './terminal.ts'

describe('galla', () => {
  it('tells what it has when nothing is asked', async () => {
    const { code, out } = await type([])
    expect(code).toBe(0)
    for (const name of ['sandbox', 'trigger', 'logs', 'drill', 'doctor', 'gateway'])
      expect(out).toContain(`galla ${name}`)
    expect(out).toContain('Exit codes: 0 done')
  })

  it.each(['sandbox', 'trigger', 'logs', 'drill', 'doctor', 'gateway'])(
    'has a page on %s, by help and by --help',
    async (name) => {
      const page = await type(['help', name])
      expect(page.out).toMatch(new RegExp(`^galla ${name}`))
      expect(await type([name, '--help'])).toEqual(page)
    },
  )

  it('tells its version', async () => {
    expect((await type(['--version'])).out).toMatch(/^galla \d+\.\d+\.\d+, Node \d+/)
  })

  it.each([
    [['toString'], `galla has no command 'toString'`],
    [['help', 'money'], `there is no help on 'money'`],
    [['logs', '--colour'], '--colour'],
    [['logs', '--limit', 'many'], '--limit takes a whole number'],
    [['logs', '--kind', 'page'], '--kind takes one of api, callback'],
    [['logs', 'order-42'], 'filters start with --'],
    [['trigger', 'order.paid'], 'checkout.order.completed'],
    [['trigger', 'pg.refund.failed', '--fault', 'lie'], '--fault takes one of duplicate'],
    [['gateway', 'start'], `gateway takes no word such as 'start'`],
    [['gateway', '--port', '1'], '--port'],
    [['drill'], 'drill takes one address'],
    [['drill', 'localhost'], 'Write it whole'],
    [['sandbox', '--port', '70000'], '--port takes a whole number from 0 to 65535'],
    [['sandbox', '--callback-username', 'shop'], 'come together'],
    [['sandbox', '--callback-url', 'localhost'], 'whole address'],
    [['sandbox', '--port', '0', '--callback-url', 'ftp://shop.test/'], 'whole address'],
    [['sandbox', '--port', '0', '--profile', 'festival'], 'there are festival-day'],
    [['drill', 'http://127.0.0.1:1/', '--sandbox', '127.0.0.1:4500'], '--sandbox takes an address'],
  ])('refuses %j with the way out and exit code 2', async (line, sentence) => {
    const { code, err, out } = await type(line)
    expect(code).toBe(2)
    expect(err).toContain(sentence)
    expect(err).toMatch(/Try: galla help/)
    expect(out).toBe('')
  })

  it('says in one sentence why the sandbox did not start', async () => {
    const { code, err, out } = await type([
      'sandbox',
      '--port',
      '0',
      '--state',
      join(tmpdir(), 'no-such-folder', 'file'),
    ])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/^galla: the sandbox did not start: .*no-such-folder.*$/)
  })

  it('says so when no sandbox answers, with exit code 3', async () => {
    const { code, err } = await type(['logs'])
    expect(code).toBe(3)
    expect(err).toContain('No sandbox answers at http://127.0.0.1:4500. Start one with `galla sandbox`')
  })

  it('finds the sandbox by option before environment', async () => {
    const asked: string[] = []
    const fetch = async (url: string | URL | Request) => {
      asked.push(String(url))
      return Response.json({ message: 'not today' }, { status: 409 })
    }
    const env = { GALLA_SANDBOX: 'http://127.0.0.1:5001' }
    const { code, err } = await type(['logs', '--kind', 'api'], { fetch, env })
    expect({ code, err }).toEqual({ code: 1, err: 'galla: not today' })
    await type(['logs', '--kind', 'api', '--sandbox', 'http://127.0.0.1:5002/'], { fetch, env })
    expect(asked.map((url) => new URL(url).host)).toEqual(['127.0.0.1:5001', '127.0.0.1:5002'])
    expect(new URL(asked[0] ?? '').pathname).toBe('/_sandbox/journal')
  })
})
