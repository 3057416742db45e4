import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCli } from './run-cli.ts'

describe('galla', () => {
  it('prints the overview without arguments', async () => {
    const { code, out } = await runCli([])
    expect(code).toBe(0)
    for (const name of ['sandbox', 'run', 'pay', 'trigger', 'logs', 'drill', 'doctor', 'gateway'])
      expect(out).toContain(`galla ${name}`)
    expect(out).toContain('Exit codes: 0 success')
  })

  it.each(['sandbox', 'run', 'pay', 'trigger', 'logs', 'drill', 'doctor', 'gateway'])(
    'prints the help page of %s for help and for --help',
    async (name) => {
      const page = await runCli(['help', name])
      expect(page.out).toMatch(new RegExp(`^galla ${name}`))
      expect(await runCli([name, '--help'])).toEqual(page)
    },
  )

  it('prints its version as JSON', async () => {
    const { out } = await runCli(['version', '--json'])
    expect(JSON.parse(out)).toEqual({ galla: expect.stringMatching(/^\d+\.\d+\.\d+/), node: process.versions.node })
  })

  it('prints its version', async () => {
    expect((await runCli(['--version'])).out).toMatch(/^galla \d+\.\d+\.\d+, Node \d+/)
  })

  it('colours results in a terminal, never JSON, and lets no colour of others through', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'galla-colors-'))
    writeFileSync(join(folder, 'package.json'), '{}')
    const doctor = (...more: string[]) => runCli(['doctor', folder, ...more], { colors: true })
    expect((await doctor()).out.startsWith('\u001b[')).toBe(true)
    expect((await doctor('--json')).out).not.toContain('\u001b')
    expect((await runCli(['doctor', folder])).out).not.toContain('\u001b')
    rmSync(folder, { recursive: true })
    expect((await runCli(['\u001b[31m'], { colors: true })).err).not.toContain('\u001b')
  })

  it.each([
    [['toString'], `unknown command 'toString'`],
    [['help', 'money'], `no help page for 'money'`],
    [['run'], 'run takes a program behind two dashes'],
    [['run', 'node', 'app.js'], 'run takes a program behind two dashes'],
    [['run', '--'], 'run takes a program behind two dashes'],
    [['logs', '--colour'], '--colour'],
    [['logs', '--limit', 'many'], '--limit must be a whole number'],
    [['logs', '--kind', 'page'], '--kind must be one of api, callback'],
    [['logs', 'order-42'], 'filters start with --'],
    [['trigger', 'order.paid'], 'checkout.order.completed'],
    [['trigger', 'pg.refund.failed', '--fault', 'lie'], '--fault must be one of duplicate'],
    [['gateway', 'start'], `gateway does not take the argument 'start'`],
    [['gateway', '--port', '1'], '--port'],
    [['drill'], 'drill takes one URL'],
    [['drill', 'localhost'], 'must be a URL such as http://127.0.0.1:3000/callbacks'],
    [['sandbox', '--port', '70000'], '--port must be a whole number from 0 to 65535'],
    [['sandbox', '--callback-username', 'shop'], 'must be given together'],
    [['sandbox', '--callback-url', 'localhost'], '--callback-url must be a URL'],
    [['sandbox', '--port', '0', '--callback-url', 'ftp://shop.test/'], '--callback-url must be a URL'],
    [['sandbox', '--port', '0', '--profile', 'festival'], 'there are festival-day'],
    [['drill', 'http://127.0.0.1:1/', '--sandbox', '127.0.0.1:4500'], '--sandbox must be a URL'],
  ])('exits with 2 and explains the mistake for %j', async (line, sentence) => {
    const { code, err, out } = await runCli(line)
    expect(code).toBe(2)
    expect(err).toContain(sentence)
    expect(err).toMatch(/Try: galla help/)
    expect(out).toBe('')
  })

  it('recommends no help page that does not exist', async () => {
    const { err } = await runCli(['help', 'help'])
    expect(err).toMatch(/Try: galla help$/)
  })

  it('prints in one sentence why the sandbox did not start', async () => {
    const { code, err, out } = await runCli([
      'sandbox',
      '--port',
      '0',
      '--state',
      join(tmpdir(), 'no-such-folder', 'file'),
    ])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/^galla: the sandbox did not start: .*no-such-folder.*$/)
  })

  it.each(['null', '7', 'text'])('says that a server which replies %s is not a sandbox', async (body) => {
    const { code, err } = await runCli(['logs'], { fetch: async () => new Response(body) })
    expect(code).toBe(1)
    expect(err).toContain('is not a sandbox: its reply to GET /journal is not a JSON object')
  })

  it('exits with 3 when no sandbox answers', async () => {
    const { code, err } = await runCli(['logs'])
    expect(code).toBe(3)
    expect(err).toContain('No sandbox answers at http://127.0.0.1:4500. Start one with `galla sandbox`')
  })

  it('prefers --sandbox to GALLA_SANDBOX', async () => {
    const requested: string[] = []
    const fetch = async (url: string | URL | Request) => {
      requested.push(String(url))
      return Response.json({ message: 'no journal' }, { status: 409 })
    }
    const env = { GALLA_SANDBOX: 'http://127.0.0.1:5001' }
    const { code, err } = await runCli(['logs', '--kind', 'api'], { fetch, env })
    expect({ code, err }).toEqual({ code: 1, err: 'galla: no journal' })
    await runCli(['logs', '--kind', 'api', '--sandbox', 'http://127.0.0.1:5002/'], { fetch, env })
    expect(requested.map((url) => new URL(url).host)).toEqual(['127.0.0.1:5001', '127.0.0.1:5002'])
    expect(new URL(requested[0] ?? '').pathname).toBe('/_sandbox/journal')
  })
})
