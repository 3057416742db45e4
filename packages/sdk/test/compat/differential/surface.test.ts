import * as ours from '@galla/sdk/compat'
import { json } from '@galla/testkit/answers'
import { CANARIES, findCanaries } from '@galla/testkit/canaries'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { compare } from '../support/differences.ts'
import { type Door, hostsAt } from '../support/official.ts'
import { instance, officialSide, ourSide, pair, type Side, see, type Wanted } from '../support/pair.ts'
import { type RecordingProvider, recordingProvider } from '../support/provider.ts'

let provider: RecordingProvider
beforeAll(async () => {
  provider = await recordingProvider()
})
afterAll(() => provider.close())
afterEach(() => void vi.restoreAllMocks())

/** Runs with a client of each package, one after the other. */
async function each<Seen>(wanted: Wanted, look: (side: Side) => Seen | Promise<Seen>) {
  const seen: Awaited<Seen>[] = []
  for (const side of pair(provider, wanted)) {
    seen.push(await look(side))
    await side.end()
  }
  return seen
}

describe('the door', () => {
  it('has every name of the official one, and these of its own [additions]', async () => {
    const [there = [], here = []] = await each({ kind: 'standard' }, ({ door }) => Object.keys(door).sort())
    expect(there.filter((name) => !here.includes(name))).toEqual([])
    expect(here.filter((name) => !there.includes(name))).toEqual(['TokenPayRequestBuilder', 'configure'])
  })

  it('has the official words, but for callback types, which are the wire’s here [callback-type]', async () => {
    const words = ['Env', 'PaymentFlowType', 'PgV2InstrumentType', 'CollectPaymentDetailsType', 'PaymentInstrumentType']
    const [there, here] = await each({ kind: 'standard' }, ({ door }) =>
      [...words, 'PaymentRailType'].map((name) => ({ ...(door as unknown as { [name: string]: object })[name] })),
    )
    expect(here).toEqual(there)
    const types = await each({ kind: 'standard' }, ({ door }) => door.CallbackType.PG_ORDER_COMPLETED)
    expect(types).toEqual([0, 'PG_ORDER_COMPLETED'])
  })

  it('knows the provider’s addresses', async () => {
    // Read from an untouched copy: the other one's table of hosts was changed for these tests.
    const urls = ours.EnvConfig.getBaseUrls('PRODUCTION')
    expect({ ...urls }).toEqual({
      pgHostUrl: 'https://api.phonepe.com/apis/pg',
      pciPgHostUrl: 'https://cards.phonepe.com/apis/pg',
      oAuthHostUrl: 'https://api.phonepe.com/apis/identity-manager',
      eventsHostUrl: 'https://api.phonepe.com/apis/pg-ingestion',
    })
    expect({ ...ours.EnvConfig.getBaseUrls('STAGING' as ours.Env) }).toEqual({
      ...ours.EnvConfig.getBaseUrls('SANDBOX'),
    })
  })
})

describe('builders', () => {
  type Built = (door: Door) => object
  const CARD = ['card', 'cvv', 7] as const
  const BUILT: { readonly [name: string]: Built } = {
    AccountConstraint: ({ AccountConstraint }) => AccountConstraint.builder().accountNumber('1').ifsc('I').build(),
    DeviceContext: ({ DeviceContext }) => DeviceContext.builder().deviceOS('IOS').merchantCallBackScheme('s').build(),
    Expiry: ({ Expiry }) => Expiry.builder().expiryMonth('06').expiryYear('2030').build(),
    NewCardDetails: ({ NewCardDetails, Expiry }) =>
      NewCardDetails.builder()
        .encryptedCardNumber(CARD[0])
        .encryptedCvv(CARD[1])
        .encryptionKeyId(CARD[2])
        .expiry(new Expiry('06', '2030'))
        .cardHolderName('A')
        .build(),
    TokenDetails: ({ TokenDetails, Expiry }) =>
      TokenDetails.builder()
        .encryptedToken(CARD[0])
        .encryptedCvv(CARD[1])
        .encryptionKeyId(CARD[2])
        .expiry(new Expiry('06', '2030'))
        .cryptogram('c')
        .panSuffix('1234')
        .cardHolderName('A')
        .eci('05')
        .atc('1')
        .build(),
    CardPaymentV2Instrument: ({ CardPaymentV2Instrument, NewCardDetails, Expiry }) =>
      CardPaymentV2Instrument.builder()
        .cardDetails(new NewCardDetails(...(CARD.slice(0, 2) as [string, string]), 7, new Expiry('06', '2030')))
        .authMode('3DS')
        .merchantUserId('u')
        .savedCard(true)
        .build(),
    TokenPaymentV2Instrument: ({ TokenPaymentV2Instrument, TokenDetails, Expiry }) =>
      TokenPaymentV2Instrument.builder()
        .tokenDetails(new TokenDetails('t', 'c', 1, new Expiry('06', '2030'), 'g', '1234', 'A', '05', '1'))
        .authMode('3DS')
        .merchantUserId('u')
        .build(),
    CollectPaymentV2Instrument: ({ CollectPaymentV2Instrument, VpaCollectPaymentDetails }) =>
      CollectPaymentV2Instrument.builder()
        .details(VpaCollectPaymentDetails.builder().vpa('a@b').build())
        .message('m')
        .build(),
    PhoneNumberCollectPaymentDetails: ({ PhoneNumberCollectPaymentDetails }) =>
      PhoneNumberCollectPaymentDetails.builder().phoneNumber('9').build(),
    IntentPaymentV2Instrument: ({ IntentPaymentV2Instrument }) =>
      IntentPaymentV2Instrument.builder().targetApp('GPAY').build(),
    UpiQrPaymentV2Instrument: ({ UpiQrPaymentV2Instrument }) => UpiQrPaymentV2Instrument.builder().build(),
    NetBankingPaymentV2Instrument: ({ NetBankingPaymentV2Instrument }) =>
      NetBankingPaymentV2Instrument.builder().bankId('ICIC').merchantUserId('u').build(),
    PgCheckoutPaymentFlow: ({ PgCheckoutPaymentFlow }) =>
      PgCheckoutPaymentFlow.builder().message('m').redirectUrl('https://a.example').build(),
    PgPaymentFlow: ({ PgPaymentFlow, UpiQrPaymentV2Instrument }) =>
      PgPaymentFlow.builder().paymentMode(new UpiQrPaymentV2Instrument()).redirectUrl('https://a.example').build(),
    PrefillUserLoginDetails: ({ PrefillUserLoginDetails }) =>
      PrefillUserLoginDetails.builder().phoneNumber('9').build(),
    RefundRequest: ({ RefundRequest }) => new RefundRequest('r', 'o', 1),
    StandardCheckoutPayRequest: ({ StandardCheckoutPayRequest, MetaInfo }) =>
      new StandardCheckoutPayRequest('o', 1, new MetaInfo('1', '2'), 'm', 'https://a.example', 60, true),
    CreateSdkOrderRequest: ({ CreateSdkOrderRequest, PgCheckoutPaymentFlow, AccountConstraint }) =>
      new CreateSdkOrderRequest(
        'o',
        1,
        new PgCheckoutPaymentFlow(),
        undefined,
        60,
        [new AccountConstraint('1', 'I')],
        true,
      ),
    CustomCheckoutPayRequest: ({ CustomCheckoutPayRequest, PgPaymentFlow, UpiQrPaymentV2Instrument, DeviceContext }) =>
      new CustomCheckoutPayRequest(
        'o',
        1,
        new PgPaymentFlow(new UpiQrPaymentV2Instrument()),
        60,
        undefined,
        undefined,
        new DeviceContext('IOS'),
        'iOS',
      ),
    BillingAddress: ({ BillingAddress }) => new BillingAddress('1', '2', 'c', 's', 'z', 'IN'),
    CredentialConfig: ({ CredentialConfig }) => {
      const { clientId, clientSecret, clientVersion } = CredentialConfig.builder()
        .clientId('i')
        .clientSecret('s')
        .clientVersion(1)
        .build()
      return { clientId, clientSecret, clientVersion }
    },
  }

  it.each(Object.entries(BUILT))('%s builds the same', async (_, build) => {
    const [there, here] = await each({ kind: 'standard' }, ({ door }) => {
      const built = build(door)
      return { json: JSON.parse(JSON.stringify(built)), class: built.constructor.name }
    })
    expect(compare('built', there, here)).toEqual([])
  })

  it('chain here, also where two official ones give nothing back [setters-chain]', async () => {
    const chained = await each({ kind: 'standard' }, ({ door }) => [
      door.CustomCheckoutPayRequest.UpiIntentPayRequestBuilder().constraints([]) !== undefined,
      door.BillingAddress.builder().line1('1') !== undefined,
    ])
    expect(chained).toEqual([
      [false, false],
      [true, true],
    ])
  })
})

describe('one client of a kind', () => {
  const SENTENCE =
    'Cannot re-initialize StandardCheckoutClient. Please utilize the existing client object with required credentials'
  const again = async (side: Side, wanted: Partial<Wanted>, options?: ours.CompatOptions) => {
    try {
      return instance(side.door, { kind: 'standard', ...wanted }, options) === side.client ? 'the same' : 'another'
    } catch (error) {
      const { type, message, httpStatusCode } = error as ours.PhonePeException
      return JSON.stringify({ type, message, httpStatusCode })
    }
  }

  it.each<readonly [string, Partial<Wanted>, string]>([
    ['the same arguments', {}, 'the same'],
    ['another id', { credentials: ['other', 'secret & more=1', 1] }, SENTENCE],
    ['another secret', { credentials: ['tea-stall', 'other', 1] }, SENTENCE],
    ['another version', { credentials: ['tea-stall', 'secret & more=1', 2] }, SENTENCE],
    ['another environment', { environment: 'PRODUCTION', publish: false }, SENTENCE],
    ['another wish to publish, which SANDBOX ignores', { publish: true }, 'the same'],
  ])('%s', async (_, wanted, expected) => {
    const answers = await each({ kind: 'standard' }, (side) =>
      again(side, wanted, side.name === 'ours' ? { hosts: provider.origin } : undefined),
    )
    const told = expected === SENTENCE ? JSON.stringify({ type: 'PhonePeException', message: SENTENCE }) : expected
    expect(answers).toEqual([told, told])
  })

  it('takes other credentials for others here, where a colon deceives the other [credentials-whole]', async () => {
    const wanted = { kind: 'standard', credentials: ['stall:north', 'secret', 1] } as const
    const answers = await each(wanted, (side) => again(side, { credentials: ['stall', 'north:secret', 1] }))
    expect(answers[0]).toBe('the same')
    expect(answers[1]).toContain(SENTENCE)
  })

  it('needs credentials here [credentials-checked]', () => {
    const wanted = { kind: 'standard', credentials: ['', '', 1] } as const
    expect(officialSide(provider, wanted).client).toBeDefined()
    expect(() => ourSide(provider, wanted)).toThrow(ours.BadRequest)
  })

  it('warns of an unknown environment here, and takes the sandbox like the other [unknown-environment]', async () => {
    const warned: string[] = []
    vi.spyOn(console, 'warn').mockImplementation((words) => void warned.push(words))
    const environment = 'STAGING' as ours.Env
    const wires = await each(
      { kind: 'standard', environment },
      async ({ client }) => (await see(provider, () => client.getOrderStatus('order-1'))).sequence,
    )
    expect(wires[0]).toEqual(wires[1])
    expect(warned).toEqual([expect.stringContaining('STAGING')])
  })

  it('hides its insides here [insides]', async () => {
    const credentials = ['tea-stall', CANARIES.clientSecret, 1] as const
    const inside = ['httpClient', 'tokenService', 'merchantConfig', 'eventPublisher', 'prepareHeaders']
    const seen = await each({ kind: 'standard', credentials }, ({ client }) => ({
      shows: inside.filter((name) => name in client),
      secret: findCanaries(client).length > 0,
      settings: [client.env, client.shouldPublishEvents],
    }))
    expect(seen).toEqual([
      { shows: inside, secret: true, settings: ['SANDBOX', false] },
      { shows: [], secret: false, settings: ['SANDBOX', false] },
    ])
  })
})

describe('what goes into a path [ids-escaped]', () => {
  it.each(['a/../b', 'a b', 'a?x=1', 'a#b', '₹'])('%s', async (id) => {
    const paths = await each({ kind: 'standard' }, async ({ client }) => {
      const { wire } = await see(provider, () => client.getRefundStatus(id))
      return wire.at(-1)?.path
    })
    expect(paths[1]).toBe(`/payments/v2/refund/${encodeURIComponent(id)}/status`)
  })

  it('reaches another endpoint there', async () => {
    const paths = await each({ kind: 'standard' }, async ({ client }) => {
      const { wire } = await see(provider, () => client.getRefundStatus('x/../../pay?a='))
      return wire.at(-1)?.path
    })
    expect(paths[0]).toBe('/payments/v2/pay')
    expect(paths[1]).toContain('/refund/x%2F..%2F..%2Fpay%3Fa%3D/status')
  })
})

describe('a card payment that is a plain object [card-host]', () => {
  it('goes to the card host here and to the ordinary one there', async () => {
    const request = {
      merchantOrderId: 'order-1',
      amount: 100,
      paymentFlow: {
        type: 'PG',
        paymentMode: {
          type: 'CARD',
          cardDetails: {
            encryptedCardNumber: 'encrypted+pan',
            encryptedCvv: 'encrypted+cvv',
            encryptionKeyId: 1,
            expiry: { month: '06', year: '2030' },
          },
        },
        merchantUrls: { redirectUrl: 'https://shop.example/thanks' },
      },
    }
    vi.spyOn(console, 'warn').mockReturnValue()
    provider.answering(({ host }) => (host === 'identity' ? undefined : json(200, {})))
    const hosts = await each({ kind: 'custom', environment: 'PRODUCTION' }, async ({ client }) => {
      const pay = client.pay as (request: unknown) => unknown
      return (await see(provider, () => pay(request))).wire.at(-1)?.host
    })
    expect(hosts).toEqual(['pg', 'cards'])
    expect(hostsAt('http://x', 'PRODUCTION').cards).toContain('/cards')
  })
})
