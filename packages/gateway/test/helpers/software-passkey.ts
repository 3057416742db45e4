import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { NewPasskey, PasskeyCreation, PasskeyProof, PasskeyRequest } from '@galla/contract/gateway-api/passkeys'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** How an authenticator and its browser behave. */
export interface Behaviour {
  /** Where the browser is. */
  origin: string
  /** For which host name the authenticator signs. */
  host: string
  /** True when the authenticator has verified the person. */
  isVerified: boolean
  /** How often the authenticator has signed. 0: it does not count. */
  counter: number
  /** The user that the authenticator knows. @default that of the registration */
  userHandle?: string
}

const [PRESENT, VERIFIED, WITH_KEY] = [0x01, 0x04, 0x40]
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const encode = (data: string | Uint8Array) => Buffer.from(data).toString('base64url')

/** An authenticator with one ES256 key, and the browser before it. */
export function softwarePasskey(behaviour: Pick<Behaviour, 'origin' | 'host'> & Partial<Behaviour>) {
  const usual: Behaviour = { isVerified: true, counter: 0, ...behaviour }
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  let userHandle: string | undefined

  const clientData = (type: string, challenge: string, { origin }: Behaviour) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = ({ host, isVerified, counter }: Behaviour, more: Uint8Array = new Uint8Array()) => {
    const head = Buffer.alloc(5)
    head[0] = PRESENT | (isVerified ? VERIFIED : 0) | (more.length > 0 ? WITH_KEY : 0)
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(host), head, more])
  }
  const named = { id: encode(credentialId), rawId: encode(credentialId), type: 'public-key' } as const

  return {
    credentialId: named.id,
    /** Makes the passkey. */
    create({ challenge, user }: PasskeyCreation, changed: Partial<Behaviour> = {}): NewPasskey {
      const now = { ...usual, ...changed }
      userHandle = user.id
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      )
      const length = Buffer.from([credentialId.length >> 8, credentialId.length & 0xff])
      const authData = authenticatorData(now, Buffer.concat([Buffer.alloc(16), length, credentialId, key]))
      const attestation = new Map<string, string | Map<string, string> | Uint8Array>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      const response = {
        clientDataJSON: encode(clientData('webauthn.create', challenge, now)),
        attestationObject: encode(isoCBOR.encode(attestation)),
        transports: ['internal'],
      }
      return { ...named, response }
    },
    /** Answers a challenge. */
    prove({ challenge }: PasskeyRequest, changed: Partial<Behaviour> = {}): PasskeyProof {
      const now = { ...usual, ...changed }
      const authData = authenticatorData(now)
      const data = clientData('webauthn.get', challenge, now)
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)
      const handle = now.userHandle ?? userHandle
      const response = {
        clientDataJSON: encode(data),
        authenticatorData: encode(authData),
        signature: encode(signature),
        ...(handle === undefined ? {} : { userHandle: handle }),
      }
      return { ...named, response }
    },
  }
}
