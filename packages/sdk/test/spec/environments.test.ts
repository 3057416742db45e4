import { describe, expect, it } from 'vitest'
import { type GallaConfig, paise } from '../../src/index.ts'
import { fakePorts, recorded } from '../support/client.ts'

/** The provider's published hosts (protocol §1.1), written by hand. */
const HOSTS = {
  SANDBOX: {
    pg: 'https://api-preprod.phonepe.com/apis/pg-sandbox',
    cards: 'https://api-preprod.phonepe.com/apis/pg-sandbox',
    identity: 'https://api-preprod.phonepe.com/apis/pg-sandbox',
  },
  PRODUCTION: {
    pg: 'https://api.phonepe.com/apis/pg',
    cards: 'https://cards.phonepe.com/apis/pg',
    identity: 'https://api.phonepe.com/apis/identity-manager',
  },
} as const

const card = {
  type: 'CARD',
  cardDetails: {
    encryptedCardNumber: 'cGFu==',
    encryptedCvv: 'Y3Z2==',
    encryptionKeyId: 7,
    expiry: { month: '06', year: '2030' },
  },
} as const
const token = {
  type: 'TOKEN',
  tokenDetails: { encryptedToken: 'dG9r', encryptionKeyId: 7, expiry: { month: '06', year: '2030' } },
} as const

/** The URLs of two card payments, another call and their token request. */
async function requestUrls(config: Partial<GallaConfig>) {
  const ports = fakePorts()
  const { galla, wire } = recorded(() => undefined, config, ports)
  const pay = (merchantOrderId: string, paymentMode: typeof card | typeof token) =>
    galla.customCheckout.pay({ merchantOrderId, amount: paise(100), paymentMode, redirectUrl: 'https://shop.example/' })
  await pay('card-1', card)
  await pay('token-1', token)
  await galla.refunds.getStatus({ merchantRefundId: 'r-1' })
  return { urls: wire.requests.map(({ url }) => url), warnings: ports.warnings }
}

const urlsOf = ({ identity, cards, pg }: { identity: string; cards: string; pg: string }) => [
  `${identity}/v1/oauth/token`,
  `${cards}/payments/v2/pay`,
  `${cards}/payments/v2/pay`,
  `${pg}/payments/v2/refund/r-1/status`,
]

describe('specification §4: Environments: SANDBOX and PRODUCTION', () => {
  it.each(['SANDBOX', 'PRODUCTION'] as const)('specification §4: %s has its own hosts', async (environment) => {
    expect(await requestUrls({ environment })).toEqual({ urls: urlsOf(HOSTS[environment]), warnings: [] })
  })

  it('defaults to SANDBOX without a warning', async () => {
    expect(await requestUrls({})).toEqual({ urls: urlsOf(HOSTS.SANDBOX), warnings: [] })
  })

  it.each(['production', 'UAT', '', 'LIVE'])(
    'specification §4: An unknown environment falls back to sandbox, with a warning — %j',
    async (name) => {
      const { urls, warnings } = await requestUrls({ environment: name as 'SANDBOX' })
      expect(urls).toEqual(urlsOf(HOSTS.SANDBOX))
      expect(warnings).toEqual([
        `Unknown environment "${name}": falling back to SANDBOX. Use 'SANDBOX' or 'PRODUCTION'`,
      ])
    },
  )
})

describe('hosts', () => {
  const here = 'http://127.0.0.1:4000'

  it('accepts one URL for all four', async () => {
    const { urls } = await requestUrls({ hosts: `${here}/apis/`, environment: 'PRODUCTION' })
    expect(urls).toEqual(urlsOf({ identity: `${here}/apis`, cards: `${here}/apis`, pg: `${here}/apis` }))
  })

  it('uses pg for cards unless cards is given', async () => {
    const environment = 'PRODUCTION'
    expect((await requestUrls({ environment, hosts: { pg: here } })).urls).toEqual(
      urlsOf({ identity: HOSTS.PRODUCTION.identity, cards: here, pg: here }),
    )
    expect((await requestUrls({ environment, hosts: { pg: here, cards: 'http://localhost:1' } })).urls).toEqual(
      urlsOf({ identity: HOSTS.PRODUCTION.identity, cards: 'http://localhost:1', pg: here }),
    )
  })
})
