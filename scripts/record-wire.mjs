/**
 * Runs the official package against a recording loopback server and stores its requests as vectors, which the tests of SDK
 * and sandbox both replay. `git diff` shows what a newer version of the package does otherwise.
 */
import { writeFileSync } from 'node:fs'
import {
  CUSTOM_CALLS,
  ERROR_CASES,
  FOLDER,
  REPLIES,
  recorded,
  replyTo,
  STANDARD_CALLS,
  TOKEN,
} from './record-wire/inputs.mjs'
import { buildRequest, loadOfficial, OFFICIAL } from './record-wire/official.mjs'
import { startRecordingProvider } from './record-wire/provider.mjs'

const SOURCE = `Recorded from ${OFFICIAL} by scripts/record-wire.mjs; nothing was edited`
const CREDENTIALS = ['recorded-client', 'recorded-secret & more=1', 1]
const CLIENTS = { standard: ['StandardCheckoutClient', STANDARD_CALLS], custom: ['CustomCheckoutClient', CUSTOM_CALLS] }

// One moment for every recording, so that two runs produce the same files.
const REAL_NOW = Date.now
const FROZEN_MS = TOKEN.issued_at * 1_000
Date.now = () => FROZEN_MS
console.warn = () => undefined

const provider = await startRecordingProvider((request) => answer(request))
/** @type {(request: any) => any} */
let answer = replyTo

/** `publish` only where telemetry is recorded: an official client never stops publishing, also during the next recording. */
function session(kind, environment, publish = false) {
  const official = loadOfficial(provider.origin)
  const client = official[CLIENTS[kind][0]].getInstance(...CREDENTIALS, official.Env[environment], publish)
  /** @param {any} call */
  const call = ({ method, request, args }) => client[method](...(request ? [buildRequest(official, request)] : args))
  return { call }
}

/** The requests of a session without its token request. */
async function recordCalls(kind, environment) {
  const { call } = session(kind, environment)
  const cases = []
  for (const one of CLIENTS[kind][1]) {
    provider.take()
    await call(one)
    const wire = provider.take().find(({ host }) => host !== 'identity')
    cases.push({ name: one.name, client: kind, call: one, wire })
  }
  return cases
}

async function recordClient(kind) {
  const sandbox = await recordCalls(kind, 'SANDBOX')
  const production = await recordCalls(kind, 'PRODUCTION')
  return sandbox.map((one, index) => {
    const { name: _name, ...call } = one.call
    return { name: one.name, client: kind, call, wire: { ...one.wire, host: production[index].wire.host } }
  })
}

async function recordToken() {
  const { call } = session('standard', 'SANDBOX')
  provider.take()
  await call(STANDARD_CALLS[0])
  await call(STANDARD_CALLS[0])
  const calls = provider.take()
  return [
    {
      name: 'one fetch for two calls',
      clientId: CREDENTIALS[0],
      clientSecret: CREDENTIALS[1],
      clientVersion: CREDENTIALS[2],
      reply: TOKEN,
      wire: calls[0],
      callsInOrder: calls.map(({ method, path }) => `${method} ${path}`),
    },
  ]
}

async function recordUnauthorized() {
  const cases = []
  for (const refusals of [1, 2]) {
    const { call } = session('standard', 'SANDBOX')
    let left = refusals
    answer = (request) => (request.host !== 'identity' && left-- > 0 ? [401, ERROR_CASES[0].body] : replyTo(request))
    provider.take()
    const outcome = await call(STANDARD_CALLS[0]).then(
      () => 'answered',
      (error) => error.type,
    )
    answer = replyTo
    cases.push({
      name: `${refusals} × 401 to one pay`,
      refusals,
      outcome,
      callsInOrder: provider.take().map(({ method, path }) => `${method} ${path}`),
    })
  }
  return cases
}

/** The telemetry of a session in PRODUCTION: all calls answered, then all calls refused. */
async function recordTelemetry(kind) {
  const cases = []
  const refuse = (request) => (/^(?:pg|cards)$/.test(request.host) ? [400, ERROR_CASES[1]?.body] : replyTo(request))
  for (const { name, replies } of [
    { name: 'every call answered', replies: replyTo },
    { name: 'every call refused', replies: refuse },
  ]) {
    const { call } = session(kind, 'PRODUCTION', true)
    answer = replies
    const calls = CLIENTS[kind][1].filter(
      ({ name: wanted }) => !wanted.endsWith('the least') || wanted.startsWith('SDK'),
    )
    provider.take()
    for (const one of calls) await call(one).catch(() => undefined)
    // Events go out one real second after the client was made; the queue is empty once a batch is not full.
    const batches = []
    for (const deadline = REAL_NOW() + 5_000; REAL_NOW() < deadline; ) {
      batches.push(...provider.take().filter(({ host }) => host === 'events'))
      if (batches.some(({ body }) => body.events.length < 10)) break
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    answer = replyTo
    // Batches of one tick are sent side by side; the full ones are put first, as they were queued.
    batches.sort((a, b) => b.body.events.length - a.body.events.length)
    cases.push({
      name: `${kind}: ${name}`,
      client: kind,
      environment: 'PRODUCTION',
      eventTime: TOKEN.issued_at,
      calls: calls.map(({ name: call, method }) => `${method}: ${call}`),
      batches,
    })
  }
  return cases
}

async function recordReplies() {
  const { call } = session('standard', 'SANDBOX')
  const cases = []
  for (const { name, method, reply } of REPLIES) {
    const one = [...STANDARD_CALLS].find((candidate) => candidate.method === method)
    answer = (request) => (request.host === 'identity' ? replyTo(request) : [200, reply])
    cases.push({ name, method, reply, result: JSON.parse(JSON.stringify(await call(one))) })
  }
  answer = replyTo
  return cases
}

async function recordErrors() {
  const { call } = session('standard', 'SANDBOX')
  const cases = []
  for (const { name, status, body, contentType } of ERROR_CASES) {
    answer = (request) =>
      request.host === 'identity'
        ? replyTo(request)
        : [status, body, contentType ? { 'content-type': contentType } : {}]
    const error = await call(STANDARD_CALLS[0]).then(
      () => undefined,
      (failure) => failure,
    )
    const { type, httpStatusCode, code, message, data } = error ?? {}
    cases.push({ name, status, body, contentType, error: error ? { type, httpStatusCode, code, message, data } : null })
  }
  answer = replyTo
  return cases
}

const files = {
  'standard-checkout': await recordClient('standard'),
  'custom-checkout': await recordClient('custom'),
  token: await recordToken(),
  unauthorized: await recordUnauthorized(),
  telemetry: [...(await recordTelemetry('standard')), ...(await recordTelemetry('custom'))],
  replies: await recordReplies(),
  errors: await recordErrors(),
}
await provider.close()

for (const [name, cases] of Object.entries(files)) {
  const text = `${JSON.stringify({ source: SOURCE, quirks: recorded(name).quirks, cases }, null, 2)}\n`
  writeFileSync(new URL(`${name}.json`, FOLDER), text)
  console.log(`${name}: ${cases.length} cases`)
}
// The official event publisher never stops its timer.
process.exit()
