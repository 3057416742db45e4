import { createHash, timingSafeEqual } from 'node:crypto'
import { isHost } from '@galla/http-server/host-names'
import { isLoopback } from '@galla/http-server/loopback'
import { invalidOption } from '../../errors.ts'
import { bearerOf, hostOf } from '../../http/request.ts'
import { HttpError } from '../../http/responses.ts'

/**
 * Checks the host name: the configured ones, and names of this machine for clients on this machine. Any client can send any name, and over the
 * network a key would be readable. Refuses browsers, because a key in a page is public.
 * @throws Error naming the option.
 */
export function merchantHost(hosts: readonly string[] = []): (request: Request, isLocal: boolean) => void {
  const known = new Set(hosts.map((host) => host.toLowerCase()))
  for (const host of hosts) {
    if (!isHost(host)) {
      throw invalidOption(
        'merchant.hosts',
        `must be names such as galla or galla.internal:4600; got ${JSON.stringify(host)}`,
      )
    }
  }
  return (request, isLocal) => {
    const { headers } = request
    const host = hostOf(request).toLowerCase()
    const isKnown = known.has(host) || known.has(host.replace(/:\d+$/, ''))
    if (!isKnown && !isLoopback(host)) {
      throw new HttpError(
        421,
        'WRONG_HOST',
        'The merchant API does not answer under this host name. Add it to the option merchant.hosts (GALLA_MERCHANT_HOSTS).',
      )
    }
    if (!isKnown && !isLocal) {
      throw new HttpError(
        403,
        'NOT_LOCAL',
        'Under a name of this machine, the merchant API answers clients on this machine only. Call it by a name of the option merchant.hosts (GALLA_MERCHANT_HOSTS), or pass the client’s address: merchant.fetch(request, { address }).',
      )
    }
    if (headers.has('origin') || headers.has('sec-fetch-site')) {
      throw new HttpError(
        403,
        'NO_BROWSERS',
        'The merchant API is for servers. A payer’s browser uses the payer token of one order.',
      )
    }
  }
}

/** 32 hexadecimal digits are 128 bits. */
const MIN_CHARACTERS = 32
const MAX_CHARACTERS = 256

export interface MerchantKeys {
  /** True when the header `Authorization: Bearer …` holds one of the keys. */
  open(authorization: string | undefined): boolean
}

/**
 * The merchant's keys: several while one is replaced. Keeps digests only, and compares with all of them in constant time.
 * @throws Error naming the option, never the key.
 */
export function merchantKeys(keys: string | readonly string[]): MerchantKeys {
  const all = typeof keys === 'string' ? [keys] : [...keys]
  const good = (key: unknown) =>
    typeof key === 'string' && key.length >= MIN_CHARACTERS && key.length <= MAX_CHARACTERS && /^[\w.~+/=-]+$/.test(key)
  if (all.length === 0 || !all.every(good)) {
    throw invalidOption(
      'merchant.keys',
      `must each be ${MIN_CHARACTERS} to ${MAX_CHARACTERS} letters, digits or . _ ~ + / = -, such as openssl rand -hex 32 makes`,
    )
  }
  const digests = all.map(digestOf)
  return {
    open(authorization) {
      const given = bearerOf(authorization) ?? ''
      const digest = digestOf(given.slice(0, MAX_CHARACTERS + 1))
      return digests.filter((known) => timingSafeEqual(known, digest)).length > 0
    },
  }
}

const digestOf = (text: string) => createHash('sha256').update(text).digest()
