import { source, test } from './edit.mjs'

/** @type {import('../guards.mjs').Guarantee[]} */
export const proofs = [
  {
    row: 'An action that moves money, gives access or shows payer data needs a proof of who the person is',
    rule: 'An open browser or a stolen cookie is not enough to move money, and no answer of a passkey counts twice or elsewhere.',
    mutations: [
      {
        name: 'proof: asked for when the last one is too old',
        edits: [
          source(
            'routes/console/context.ts',
            `  if (Math.abs(console.gateway.clock.now() - of.session.provedAtMs) < console.stepUpAfterMs) return\n`,
            `  if (console.stepUpAfterMs > 0) return\n`,
          ),
        ],
        tests: [
          test('step-up', 'that is ten minutes old is too old for these routes'),
          test('step-up', 'is given by the password'),
        ],
      },
      {
        name: 'proof: of the account that is linked',
        edits: [
          source('services/access/sign-in.ts', `  if (!user || user.userId !== userId) throw`, `  if (!user) throw`),
        ],
        tests: [test('oidc-step-up', 'by another account proves nothing')],
      },
      {
        name: 'proof: by a new login at the provider',
        edits: [source('services/access/oidc.ts', `    ...(login === 'new' ? { maxAge: 0 } : {}),\n`)],
        tests: [test('oidc-step-up', 'is refused where the provider asks nobody')],
      },
      {
        name: 'browser: the cookie of a session alone makes none known',
        edits: [
          source(
            'routes/console/console.ts',
            `    const wasKnown = c.req.method === 'POST' && (await isBrowserOf(console, c, session))\n`,
            `    const wasKnown = c.req.method === 'POST'\n`,
          ),
        ],
        tests: [test('passkeys', 'makes no browser known that has the cookie of the session alone')],
      },
      {
        name: 'passkey: an answer counts once',
        edits: [
          source(
            'storage/access/passkeys.ts',
            `delete from galla.passkey_challenges where "boundTo" = $1 returning "challenge", "expiresAtMs"`,
            `select "challenge", "expiresAtMs" from galla.passkey_challenges where "boundTo" = $1`,
          ),
        ],
        tests: [
          test('passkeys', 'counts once, within five minutes'),
          test('step-up', 'is given by a passkey of the user'),
        ],
      },
      {
        name: 'passkey: of the person who is logged in',
        edits: [
          source(
            'routes/console/proof.ts',
            `      if (user.userId !== session.user.userId) throw new PasskeyError('This passkey is of another user.', user)\n`,
          ),
        ],
        tests: [test('step-up', 'by the passkey of another user is refused')],
      },
      {
        name: 'passkey: a verified person',
        edits: [
          source(
            'services/access/passkeys.ts',
            `    requireUserVerification: true,\n    credential:`,
            `    requireUserVerification: false,\n    credential:`,
          ),
        ],
        tests: [test('passkeys', 'is refused, and recorded')],
      },
      {
        name: 'passkey: a password alone is not enough',
        edits: [
          source(
            'storage/access/users.ts',
            `  totpSecret !== undefined || hasPasskey`,
            `  totpSecret !== undefined || (hasPasskey && !hasPasskey)`,
          ),
        ],
        tests: [test('passkeys', 'a password alone is not enough')],
      },
      {
        name: 'passkey: never the last way in',
        edits: [source('services/access/passkeys.ts', `    if (!hasOther) return undefined\n`, `    void hasOther\n`)],
        tests: [test('passkeys', 'and of the last way in')],
      },
    ],
  },
]
