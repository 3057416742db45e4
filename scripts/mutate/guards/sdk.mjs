import { edit, test } from './edit.mjs'

const client = (file, find, replace = '') => edit(`packages/sdk/src/${file}`, find, replace)
const unit = (name, test) => ({ file: `packages/sdk/src/${name}.test.ts`, test })

const suspended = {
  file: 'packages/sdk/test/transport/suspended.test.ts',
  test: 'is made on a new connection when the server has lost the old ones',
}

/** @type {import('../guards.mjs').Guarantee[]} */

export const sdk = [
  {
    row: 'One access token for all calls of a process, in the first half of its life',
    document: 'docs/sdk.md',
    mutations: [
      {
        name: 'token: one request for all callers that wait',
        edits: [client('auth/token-cache.ts', `    inFlight ??= loadOrFetch()`, `    inFlight = loadOrFetch()`)],
        tests: [
          {
            file: 'packages/sdk/src/auth/token-cache.test.ts',
            test: 'sends one request for all callers whose token was rejected',
          },
        ],
      },
      {
        name: 'token: one fallback for all callers that wait',
        edits: [
          client('auth/token-cache.ts', `    withFallback ??= fetchShared()`, `    withFallback = fetchShared()`),
        ],
        tests: [
          {
            file: 'packages/sdk/src/auth/token-cache.test.ts',
            test: 'falls back to the cached token when the request fails',
          },
        ],
      },
      {
        name: 'token: another one after half of its life',
        edits: [client('auth/access-token.ts', `(expiresAt - issuedAt) / 2)`, `(expiresAt - issuedAt))`)],
        tests: [{ file: 'packages/sdk/src/auth/access-token.test.ts', test: 'isFresh' }],
      },
      {
        name: 'token: a rejected one is not used again',
        shows: 'no token request is pending',
        edits: [client('auth/token-cache.ts', `token.authorization !== rejected && isFresh`, `isFresh`)],
        tests: [
          { file: 'packages/sdk/src/auth/token-cache.test.ts', test: 'does not return the token that was rejected' },
        ],
      },
      {
        name: 'token: an older one does not replace a newer one',
        edits: [client('auth/token-cache.ts', `    if (current && hasNewer) return current\n`)],
        tests: [{ file: 'packages/sdk/src/auth/token-cache.test.ts', test: 'does not replace a newer token' }],
      },
      {
        name: 'token: a rejection of an older one requests nothing',
        edits: [
          client('auth/token-cache.ts', `      if (current && current.authorization !== token.authorization) return\n`),
        ],
        tests: [
          { file: 'packages/sdk/src/auth/token-cache.test.ts', test: 'does nothing when a newer token is cached' },
        ],
      },
    ],
  },
  {
    row: 'A payment or refund that may have been received is never sent again by the client',
    document: 'docs/sdk.md',
    rule: 'A request that may have been received is in doubt until the provider’s own status decides.',
    mutations: [
      {
        name: 'retry: a write only when nothing was sent',
        edits: [
          client(
            'http/retry.ts',
            ` : !readOnly && error.outcome !== 'not-sent') return undefined`,
            ` : false) return undefined`,
          ),
        ],
        tests: [unit('http/retry', 'retries only when nothing was sent')],
      },
      {
        name: 'retry: a token request is not one of a read',
        edits: [client('http/retry.ts', ` && error.endpoint !== 'token'`)],
        tests: [unit('http/retry', 'does not repeat a token request')],
      },
      {
        name: 'retry: off means off',
        edits: [client('http/retry.ts', `  if (retries >= policy.retries) return undefined\n`)],
        tests: [{ file: 'packages/sdk/src/http/retry.test.ts', test: 'never retries with retry off' }],
      },
      {
        name: 'gateway: a refund is sent by one request of the client',
        edits: [
          edit(
            'packages/gateway/src/services/refunds/send-refund.ts',
            `{ timeoutMs: SEND_LIMIT_MS, retry: 'off' }`,
            `{ timeoutMs: SEND_LIMIT_MS }`,
          ),
        ],
        tests: [test('refund-sending', 'is one request, also with a client that repeats requests by itself')],
      },
    ],
  },
  {
    row: 'use no connection again that was idle',
    document: 'docs/sdk.md',
    mutations: [
      {
        name: 'suspension: sockets of the agents',
        edits: [client('http/node-http.ts', `      closeStale(agent, connected)\n`)],
        tests: [suspended],
      },
      {
        name: 'suspension: connections of undici',
        edits: [client('http/undici.ts', `    if (isStale(idleSinceMs)) socket?.destroy()\n`)],
        tests: [suspended],
      },
      {
        name: 'suspension: connections of another dispatcher',
        edits: [client('http/undici.ts', `reset: options.dispatcher !== undefined`, `reset: false`)],
        tests: [suspended],
      },
      {
        name: 'suspension: connections of fetch',
        edits: [client('http/fetch.ts', `isWorkerd() ? {} : { connection: 'close' }`, `{}`)],
        tests: [suspended],
      },
    ],
  },
  {
    row: 'Hooks never end the process',
    document: 'docs/sdk.md',
    mutations: [
      {
        name: 'hook: a promise that rejects is waited for, of whatever realm',
        edits: [
          client(
            'hooks/dispatcher.ts',
            `if (returned !== undefined) void settled(returned)`,
            `if (returned instanceof Promise) void settled(returned)`,
          ),
        ],
        tests: [{ file: 'packages/sdk/test/hooks/hooks.test.ts', test: 'of another realm that rejects' }],
      },
    ],
  },
  {
    row: 'A callback is verified over its exact bytes, in constant time, with several credentials',
    document: 'docs/callbacks.md',
    mutations: [
      {
        name: 'verify: a wrong authorization is refused',
        edits: [
          client(
            'callbacks/verify.ts',
            `    if (!match) throw callbackError('wrong-authorization')\n`,
            `    if (!match) return { mode: 'classic', username: '' }\n`,
          ),
        ],
        tests: [{ file: 'packages/sdk/test/callbacks/verify.test.ts', test: 'vectors, with' }],
      },
      {
        name: 'verify: two different values of a header are refused',
        edits: [
          edit(
            'packages/contract/src/received-request.ts',
            `return texts.length > 1 ? [...new Set(texts)].join(', ') : texts[0]`,
            `return texts[0]`,
          ),
        ],
        tests: [
          { file: 'packages/sdk/test/callbacks/verify.test.ts', test: 'is refused when they differ, in either order' },
          { file: 'packages/gateway/test/receive.test.ts', test: 'refuses two different values of the authorization' },
        ],
      },
      {
        name: 'verify: a wrong signature is refused',
        edits: [
          client(
            'callbacks/verify.ts',
            `  if (!match) throw bodyRefusal('wrong-signature', body)\n`,
            `  match ??= candidates[0] as Signer\n`,
          ),
        ],
        tests: [{ file: 'packages/sdk/test/callbacks/verify.test.ts', test: 'vectors, with' }],
      },
      {
        name: 'verify: every character is compared',
        edits: [
          client('callbacks/digests.ts', `i < a.length; i += 1) difference`, `i < a.length - 1; i += 1) difference`),
        ],
        tests: [{ file: 'packages/sdk/src/callbacks/digests.test.ts', test: 'detects a difference in any position' }],
      },
      {
        name: 'verify: every credential is compared',
        edits: [
          client(
            'callbacks/verify.ts',
            `(constantTimeEqual(received, digest) ? index : match)`,
            `(match < 0 && constantTimeEqual(received, digest) ? index : match)`,
          ),
        ],
        tests: [unit('callbacks/verify', 'returns the index of the match, the last one of duplicates')],
      },
    ],
  },
]
