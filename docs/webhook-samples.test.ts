import { spawnSync } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifyWebhook } from '@galla/gateway/webhook'
import { describe, expect, it } from 'vitest'

const guide = readFileSync(join(import.meta.dirname, 'http-apis.md'), 'utf8')

/** The sample of a language that verifies a notification. */
const sampleIn = (language: string): string => {
  const sample = [...guide.matchAll(/```(\w+)\n(.*?)```/gs)].find(
    ([, of, text]) => of === language && text?.includes('is_genuine'),
  )?.[2]
  expect(sample, `docs/http-apis.md has no is_genuine in ${language}`).toBeDefined()
  return sample as string
}

/** Reads `{ headers, body, secret }` and prints true, false, or the class and the message of what the sample throws. */
const LANGUAGES = {
  python: {
    command: 'python3',
    args: (): string[] => [
      '-c',
      `${sampleIn('py')}
import json, sys
given = json.load(sys.stdin)
try:
    print(json.dumps(is_genuine(given["headers"], given["body"].encode(), given["secret"])))
except Exception as error:
    print(json.dumps(f"{type(error).__name__}: {error}"))`,
    ],
  },
  php: {
    command: 'php',
    args: (): string[] => [
      '-r',
      `${sampleIn('php')}
$given = json_decode(file_get_contents('php://stdin'), true);
try {
    echo json_encode(is_genuine($given['headers'], $given['body'], $given['secret']));
} catch (Throwable $error) {
    echo json_encode(get_class($error) . ': ' . $error->getMessage());
}`,
    ],
  },
} as const

const BODY = '{"type":"order.completed","data":{"order":{"reference":"cart-1","amount":49900}}}'
const key = randomBytes(24)
const secret = `whsec_${key.toString('base64')}`

/** Headers of a notification, signed with a key: without a secret anybody can use the empty one. */
function signed(by: Buffer, timestamp = String(Math.floor(Date.now() / 1000))): { [name: string]: string } {
  const mac = createHmac('sha256', by).update(`msg_1.${timestamp}.${BODY}`).digest('base64')
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${mac}` }
}

describe.each(Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[])('the sample in %s', (language) => {
  const { command, args } = LANGUAGES[language]
  const isInstalled = spawnSync(command, ['--version']).status === 0
  const resultOf = (headers: object, given: { secret?: string } = {}): unknown => {
    const input = JSON.stringify({ headers, body: BODY, secret, ...given })
    const { stdout, stderr } = spawnSync(command, args(), { input, encoding: 'utf8' })
    expect(stderr).toBe('')
    return JSON.parse(stdout)
  }

  it.runIf(isInstalled)('accepts what the gateway signs, also while a secret is replaced', () => {
    const headers = signed(key)
    expect(resultOf(headers)).toBe(true)
    const other = signed(randomBytes(32))['webhook-signature']
    expect(resultOf({ ...headers, 'webhook-signature': `${other} ${headers['webhook-signature']}` })).toBe(true)
    expect(verifyWebhook({ headers, body: BODY, secrets: secret }).id).toBe('msg_1')
  })

  it.runIf(isInstalled).each([
    ['another key', signed(randomBytes(24))],
    ['a signature that is not ASCII', { ...signed(key), 'webhook-signature': 'v1,é' }],
    ['an empty signature', { ...signed(key), 'webhook-signature': '' }],
    ['no signature', { 'webhook-id': 'msg_1', 'webhook-timestamp': signed(key)['webhook-timestamp'] }],
    ['no headers', { accept: '*/*' }],
    ['a time that is no number', signed(key, 'nan')],
    ['a time with many digits', signed(key, '9'.repeat(5_000))],
    ['an old time', signed(key, '1700000000')],
  ])('refuses %s', (_, headers) => {
    expect(resultOf(headers)).toBe(false)
  })

  it
    .runIf(isInstalled)
    .each([
      '',
      'whsec_',
      'whsec_!!!!',
      '$GALLA_NOTIFY_SECRET',
      `whsec_${key.subarray(1).toString('base64')}`,
      `${secret}\n`,
    ])('reports the secret %j, whose key anybody can know or guess', (given) => {
    const forged = signed(Buffer.from(given.slice('whsec_'.length), 'base64'))
    for (const headers of [forged, signed(Buffer.alloc(0))])
      expect(resultOf(headers, { secret: given })).toMatch(
        /^(?:ValueError|InvalidArgumentException): GALLA_NOTIFY_SECRET must be whsec_ followed by 24 bytes or more in base64$/,
      )
  })
})
