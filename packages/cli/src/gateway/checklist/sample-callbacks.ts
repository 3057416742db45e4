import { type CallbackCredential, createCallbacks } from '@galla/sdk'
import { sign } from '@galla/sdk/testing'

/** The answer to a callback that is signed with one credential. */
export interface SampleCallback {
  /** The credential without its secret: `user name tea_stall with a password of 12 characters`. */
  readonly signedWith: string
  readonly accepted: boolean
}

/**
 * Signs a callback with each credential as the provider would, from the texts of the variables, and verifies it with what the gateway
 * accepts.
 * @param values the texts of the variables
 */
export async function sampleCallbacks(
  values: ReadonlyMap<string, string>,
  accepted: readonly CallbackCredential[],
): Promise<SampleCallback[]> {
  const { verify } = createCallbacks(accepted)
  const samples: SampleCallback[] = []
  for (const [secretName, credentialOf] of CREDENTIALS) {
    const secret = values.get(secretName)
    if (secret === undefined) continue
    const { credential, named } = credentialOf(secret, (name) => values.get(name))
    const headers = await sign(BODY, credential)
    const isAccepted = await verify({ headers, body: BODY }).then(
      () => true,
      () => false,
    )
    samples.push({ signedWith: `${named} of ${[...secret].length} characters`, accepted: isAccepted })
  }
  return samples
}

const BODY = '{"event":"checkout.order.completed","payload":{}}'

type Lookup = (name: string) => string | undefined
type Build = (secret: string, get: Lookup) => { credential: CallbackCredential; named: string }

const pair =
  (...usernames: readonly string[]): Build =>
  (password, get) => {
    const username = usernames.map(get).find((one) => one !== undefined) ?? ''
    return { credential: { username, password }, named: `user name ${username} with a password` }
  }

const key =
  (keyIdName: string): Build =>
  (secretKey, get) => {
    const keyId = get(keyIdName)
    return { credential: { secretKey, keyId }, named: keyId === undefined ? 'a key' : `the key ${keyId}` }
  }

const CREDENTIALS: readonly (readonly [secret: string, build: Build])[] = [
  ['GALLA_CALLBACK_PASSWORD', pair('GALLA_CALLBACK_USERNAME')],
  ['GALLA_CALLBACK_PASSWORD_2', pair('GALLA_CALLBACK_USERNAME_2', 'GALLA_CALLBACK_USERNAME')],
  ['GALLA_CALLBACK_SECRET_KEY', key('GALLA_CALLBACK_KEY_ID')],
  ['GALLA_CALLBACK_SECRET_KEY_2', key('GALLA_CALLBACK_KEY_ID_2')],
]
