import { findLeakMarkers, LEAK_MARKERS } from '@galla/testkit/leak-detection'
import { describe, expect, it } from 'vitest'
import { MANIFEST, setupProjects, VERIFY } from './doctor-project.ts'

const { doctor, doctorOf } = setupProjects()

describe('secrets in the code', () => {
  const SECRET = LEAK_MARKERS.clientSecret
  it.each([
    `const clientSecret = '${SECRET}'`,
    `const client_secret = process.env.CLIENT_SECRET || "${SECRET}"`,
    `export const PHONEPE_CLIENT_SECRET = process.env.PHONEPE_CLIENT_SECRET ?? '${SECRET}'`,
    `const galla = new Galla({ clientId: 'shop', clientSecret: '${SECRET}', clientVersion: 1 })`,
    `StandardCheckoutClient.getInstance('TEST-M22', '${SECRET}', 1, Env.SANDBOX)`,
    `StandardCheckoutClient.getInstance(\n  clientId,\n  '${SECRET}',\n  1)`,
    `const webhookPassword = '${SECRET}'`,
    `client.validateCallback('shop_hook', '${SECRET}', header, raw)`,
    "const CLIENT_SECRET='abc'",
    "process.env.CLIENT_SECRET ||= 'abc'",
    "const secret = process.env.PHONEPE_CLIENT_SECRET || 'abc'",
    "const config = { 'client-secret': 'abc' }",
    "config['clientSecret'] = 'abc'",
  ])('are a problem, and are not printed: %s', async (line) => {
    const { problems, out, err, code } = await doctorOf(`\n${line}\n`)
    expect(problems).toContainEqual(expect.stringMatching(/A secret is written in the code: src\/hook\.js:[234]$/))
    expect(findLeakMarkers({ out, err })).toEqual([])
    expect(code).toBe(1)
  })

  it.each([
    'const clientSecret = process.env.PHONEPE_CLIENT_SECRET',
    "const clientSecret = config.get('PHONEPE_CLIENT_SECRET')",
    "const clientSecret = '<clientSecret>'",
    "const clientSecret = 'your_client_secret'",
    "const clientSecretName = 'PHONEPE_CLIENT_SECRET'",
    "const clientSecretFile = '/run/secrets/phonepe'",
    "const galla = new Galla({ clientSecret: 'any' })",
    "const fields = { clientSecret: { type: 'password' } }",
    "const clientSecret = config.get('secret')",
    "const clientSecret = z.string().min(1, 'missing')",
    'StandardCheckoutClient.getInstance(clientId, clientSecret, 1, Env.SANDBOX)',
    `// const clientSecret = '${SECRET}'`,
  ])('are none: %s', async (line) => {
    expect((await doctorOf(line)).out).toContain('No secret in the code')
  })

  it.each([
    ['.env.production.sh', 'export CLIENT_SECRET=abc'],
    ['Dockerfile', 'FROM node:20\nENV CLIENT_SECRET=abc'],
    ['compose.yaml', 'services:\n  shop:\n    environment:\n      PHONEPE_CLIENT_SECRET: abc'],
    ['compose.yml', 'services:\n  shop:\n    environment:\n      - CLIENT_SECRET=abc'],
    ['config/production.json', '{\n  "clientSecret": "abc"\n}'],
    ['fly.toml', '[env]\nCLIENT_SECRET = "abc"'],
    ['server/package.json', '{ "scripts": { "start": "CLIENT_SECRET=abc node server.js" } }'],
  ])('are a problem in %s', async (file, text) => {
    const { problems } = await doctor({ ...MANIFEST, [file]: text })
    const places = problems.filter((line) => line.includes('A secret is written in the code'))
    expect(places).toEqual([
      `PROBLEM A secret is written in the code: ${file}:${text.slice(0, text.indexOf('abc')).split('\n').length}`,
    ])
  })

  it.each([
    [
      'compose.yaml',
      'environment:\n  PHONEPE_CLIENT_SECRET: $PHONEPE_CLIENT_SECRET\n  CLIENT_SECRET_FILE: /run/secrets/phonepe',
    ],
    ['deployment.yaml', 'env:\n  - name: CLIENT_SECRET\n    valueFrom:\n      secretKeyRef:\n        name: phonepe'],
    ['Dockerfile', 'ENV CLIENT_SECRET=$SECRET'],
    ['locales/de.json', '{ "clientSecret": "Geheimnis" }'],
    ['labels.json', '{ "clientSecret": "Client secret" }'],
    ['schema.json', '{ "clientSecret": "string" }'],
    ['package-lock.json', '{ "clientSecret": "abc" }'],
  ])('are none in %s', async (file, text) => {
    expect((await doctor({ ...MANIFEST, [file]: text })).out).toContain('No secret in the code')
  })

  it('are none in tests', async () => {
    const { out } = await doctor({ ...MANIFEST, 'test/pay.test.js': `const clientSecret = '${SECRET}'` })
    expect(out).toContain('No secret in the code')
  })
})

describe('a megabyte of code that patterns could read again and again', () => {
  /** A file of almost a megabyte, in lines that are read. */
  const file = (part: string, perLine = Math.floor(1_900 / part.length)) => {
    const line = `${part.repeat(perLine)}\n`
    return line.repeat(Math.floor(950_000 / line.length))
  }
  it.each([
    ['names of secrets', file('phonepe')],
    ['names of secrets without a value', file('clientSecret = ')],
    ['names of secrets with values', file(`clientSecret = 'abcdefghij'\n`, 1)],
    ['hooks', file('webhook')],
    ['constructors', file('new CheckoutClient')],
    ['headers', file('authorization\n', 1)],
    ['digests', file('createHash(\n', 1)],
    ['verifications', file('validateCallback(\n', 1)],
    ['promises', file('callbacks.verify(\n', 1)],
    ['ignored failures', file(`validateCallback(a) } catch {}\n`, 1)],
    ['empty lines after a catch', `validateCallback(a) } catch {console.log()${'\n'.repeat(900_000)}`],
    ['parsers', file('json({\n', 1)],
    ['middleware', file('.use(')],
    ['conditions', `${VERIFY}\n${file("if(.query['x-")}`],
    ['headers of an own kind', `${VERIFY}\n${file('x-')}`],
    ['status functions', `${VERIFY}\nCOMPLETED\n${file('getStatus')}`],
    ['comparisons', `${VERIFY}\n${file("'==")}`],
  ])('is read to the end: %s', async (_, text) => {
    const { out } = await doctor({ ...MANIFEST, 'src/hook.js': text, 'src/verify.js': VERIFY })
    expect(out).toContain('src/')
  })
})
