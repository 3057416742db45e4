import * as ours from '@galla/sdk/compat'
import { findLeakMarkers, LEAK_MARKERS } from '@galla/testkit/leak-detection'
import { json } from '@galla/testkit/scripted-answers'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { compare } from '../support/differences.ts'
import { type CompatApi, hostsAt } from '../support/official.ts'
import { type ClientSpec, instance, observe, officialSide, ourSide, pair, type Side } from '../support/pair.ts'
import { type RecordingProvider, recordingProvider } from '../support/provider.ts'

let provider: RecordingProvider
beforeAll(async () => {
  provider = await recordingProvider()
})
afterAll(() => provider.close())
afterEach(() => void vi.restoreAllMocks())

/** Runs the function with a client of each package, one after the other. */
async function each<Result>(spec: ClientSpec, run: (side: Side) => Result | Promise<Result>) {
  const results: Awaited<Result>[] = []
  for (const side of pair(provider, spec)) {
    results.push(await run(side))
    await side.close()
  }
  return results
}

describe('the exports', () => {
  it('include every official name, and these additions [additions]', async () => {
    const [official = [], ourNames = []] = await each({ kind: 'standard' }, ({ api }) => Object.keys(api).sort())
    expect(official.filter((name) => !ourNames.includes(name))).toEqual([])
    expect(ourNames.filter((name) => !official.includes(name))).toEqual(['TokenPayRequestBuilder', 'configure'])
  })

  it('have the official enum values, except that CallbackType has those of the protocol [callback-type]', async () => {
    const enums = [
      'Env',
      'HttpMethodType',
      'PaymentFlowType',
      'PgV2InstrumentType',
      'CollectPaymentDetailsType',
      'PaymentInstrumentType',
    ]
    const [official, ourResult] = await each({ kind: 'standard' }, ({ api }) =>
      [...enums, 'PaymentRailType'].map((name) => ({ ...(api as unknown as { [name: string]: object })[name] })),
    )
    expect(ourResult).toEqual(official)
    const types = await each({ kind: 'standard' }, ({ api }) => api.CallbackType.PG_ORDER_COMPLETED)
    expect(types).toEqual([0, 'PG_ORDER_COMPLETED'])
  })

  it('include the provider’s hosts', async () => {
    // Read from our package: the official table of hosts is changed for these tests.
    const urls = ours.EnvConfig.getBaseUrls(ours.Env.PRODUCTION)
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
  type Build = (api: CompatApi) => object
  const CARD = ['card', 'cvv', 7] as const
  const BUILT: { readonly [name: string]: Build } = {
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

  it.each(Object.entries(BUILT))('build the same %s', async (_, build) => {
    const [official, ourResult] = await each({ kind: 'standard' }, ({ api }) => {
      const built = build(api)
      return { json: JSON.parse(JSON.stringify(built)), class: built.constructor.name }
    })
    expect(compare('built', official, ourResult)).toEqual([])
  })

  it('of QR payments take deviceOS too, which is sent as a header and not in the body [additions]', () => {
    const { deviceOS, ...body } = ours.CustomCheckoutPayRequest.UpiQrRequestBuilder()
      .merchantOrderId('order-1')
      .amount(100)
      .deviceOS('Android')
      .build()
    const plain = ours.CustomCheckoutPayRequest.UpiQrRequestBuilder().merchantOrderId('order-1').amount(100).build()
    expect(deviceOS).toBe('Android')
    expect(JSON.stringify(body)).toBe(JSON.stringify(plain))
  })

  it('chain, also where two official setters return nothing [setters-chain]', async () => {
    const chained = await each({ kind: 'standard' }, ({ api }) => [
      api.CustomCheckoutPayRequest.UpiIntentPayRequestBuilder().constraints([]) !== undefined,
      api.BillingAddress.builder().line1('1') !== undefined,
    ])
    expect(chained).toEqual([
      [false, false],
      [true, true],
    ])
  })
})

describe('getInstance', () => {
  const MESSAGE =
    'Cannot re-initialize StandardCheckoutClient. Please utilize the existing client object with required credentials'
  const again = async (side: Side, spec: Partial<ClientSpec>, options?: ours.CompatOptions) => {
    try {
      return instance(side.api, { kind: 'standard', ...spec }, options) === side.client ? 'the same' : 'another'
    } catch (error) {
      const { type, message, httpStatusCode } = error as ours.PhonePeException
      return JSON.stringify({ type, message, httpStatusCode })
    }
  }

  it('warns that a restart is needed, because in development an edited .env causes this [restart-needed]', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const side = ourSide(provider, { kind: 'standard' })
    const other = () => instance(ours, { kind: 'standard', credentials: ['other', 'secret & more=1', 1] })
    expect(other).toThrow(
      expect.objectContaining({ message: MESSAGE, data: { hint: expect.stringContaining('restart') } }),
    )
    expect(warn.mock.calls.flat()).toEqual([expect.stringContaining('.env')])
    expect(String(warn.mock.calls)).not.toContain('secret & more')
    return side.close()
  })

  it.each<readonly [string, Partial<ClientSpec>, string]>([
    ['the same arguments', {}, 'the same'],
    ['another id', { credentials: ['other', 'secret & more=1', 1] }, MESSAGE],
    ['another secret', { credentials: ['demo-shop', 'other', 1] }, MESSAGE],
    ['another version', { credentials: ['demo-shop', 'secret & more=1', 2] }, MESSAGE],
    ['another environment', { environment: 'PRODUCTION', publish: false }, MESSAGE],
    ['another publish flag, which SANDBOX ignores', { publish: true }, 'the same'],
  ])('with %s', async (_, spec, expected) => {
    const answers = await each({ kind: 'standard' }, (side) =>
      again(side, spec, side.name === 'ours' ? { hosts: provider.origin } : undefined),
    )
    const outcome = expected === MESSAGE ? JSON.stringify({ type: 'PhonePeException', message: MESSAGE }) : expected
    expect(answers).toEqual([outcome, outcome])
  })

  it('distinguishes credentials that are equal when joined with a colon [credentials-whole]', async () => {
    const spec = { kind: 'standard', credentials: ['shop:north', 'secret', 1] } as const
    const answers = await each(spec, (side) => again(side, { credentials: ['shop', 'north:secret', 1] }))
    expect(answers[0]).toBe('the same')
    expect(answers[1]).toContain(MESSAGE)
  })

  it.each([
    ['clientId', ['', 'secret', 1]],
    ['clientSecret', ['demo-shop', undefined, 1]],
    ['clientVersion', ['demo-shop', 'secret', null]],
  ])('warns once of a missing %s, and refuses the first call [credentials-checked]', async (field, credentials) => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue()
    const spec = { kind: 'standard', credentials: credentials as unknown as [string, string, number] } as const
    expect(officialSide(provider, spec).client).toBeDefined()
    const side = ourSide(provider, { ...spec, environment: 'PRODUCTION', publish: true })
    expect(instance(ours, { ...spec, environment: 'PRODUCTION', publish: true })).toBe(side.client)
    expect(warned.mock.calls.filter(([text]) => String(text).includes(field))).toHaveLength(1)
    const { outcome, sequence } = await observe(provider, () => side.client.getOrderStatus('order-1'))
    expect(outcome).toMatchObject({ exception: { type: 'BadRequest', httpStatusCode: 400, data: { field } } })
    expect(sequence).toEqual([])
    await side.close()
  })

  it('keeps the name of an unknown environment in `env`', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const environment = 'STAGING' as ours.Env
    expect(await each({ kind: 'standard', environment }, ({ client }) => client.env)).toEqual(['STAGING', 'STAGING'])
  })

  it('uses the sandbox for an unknown environment, with a warning [unknown-environment]', async () => {
    const warned: string[] = []
    vi.spyOn(console, 'warn').mockImplementation((message) => void warned.push(message))
    const environment = 'STAGING' as ours.Env
    const wires = await each(
      { kind: 'standard', environment },
      async ({ client }) => (await observe(provider, () => client.getOrderStatus('order-1'))).sequence,
    )
    expect(wires[0]).toEqual(wires[1])
    expect(warned).toEqual([expect.stringContaining('STAGING')])
  })

  it('does not expose internals [insides]', async () => {
    const credentials = ['demo-shop', LEAK_MARKERS.clientSecret, 1] as const
    const internals = ['httpClient', 'tokenService', 'merchantConfig', 'eventPublisher', 'prepareHeaders']
    const observed = await each({ kind: 'standard', credentials }, ({ client }) => ({
      shows: internals.filter((name) => name in client),
      secret: findLeakMarkers(client).length > 0,
      settings: [client.env, client.shouldPublishEvents],
    }))
    expect(observed).toEqual([
      { shows: internals, secret: true, settings: ['SANDBOX', false] },
      { shows: [], secret: false, settings: ['SANDBOX', false] },
    ])
  })
})

describe('ids in paths [ids-escaped]', () => {
  it.each(['a/../b', 'a b', 'a?x=1', 'a#b', '₹'])('are escaped: %s', async (id) => {
    const paths = await each({ kind: 'standard' }, async ({ client }) => {
      const { wire } = await observe(provider, () => client.getRefundStatus(id))
      return wire.at(-1)?.path
    })
    expect(paths[1]).toBe(`/payments/v2/refund/${encodeURIComponent(id)}/status`)
  })

  it('are not escaped in the official package', async () => {
    const paths = await each({ kind: 'standard' }, async ({ client }) => {
      const { wire } = await observe(provider, () => client.getRefundStatus('x/../../pay?a='))
      return wire.at(-1)?.path
    })
    expect(paths[0]).toBe('/payments/v2/pay')
    expect(paths[1]).toContain('/refund/x%2F..%2F..%2Fpay%3Fa%3D/status')
  })
})

describe('a card payment as a plain object [card-host]', () => {
  it('goes to the card host in ours and to the API host in the official package', async () => {
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
      return (await observe(provider, () => pay(request))).wire.at(-1)?.host
    })
    expect(hosts).toEqual(['pg', 'cards'])
    expect(hostsAt('http://x', 'PRODUCTION').cards).toContain('/cards')
  })
})
