import type { PaymentModeConfig, PaymentModeRule } from '@galla/contract/provider/requests'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paymentMethodsFor } from './payment-methods.ts'
import { findConfigIssues, V1_MODES, V2_MODES } from './payment-mode-options.ts'
import { allowsOption, cardOption, cardRejectionCode } from './payment-mode-rules.ts'

/** GALLA_LONG=1 runs more samples. */
const RUNS = process.env.GALLA_LONG === '1' ? 20_000 : 500
const NUMBERS = { numRuns: RUNS, seed: 20_260_101 }

const types = [...Object.keys(V2_MODES), ...Object.keys(V1_MODES), 'NONSENSE', '__proto__', 'constructor']
const dimensions = {
  flows: ['QR', 'INTENT', 'COLLECT', 'qr'],
  apps: ['phonepe', 'gpay', 'others', 'GPAY'],
  instruments: ['BANK_ACCOUNT', 'RUPAY_CC', 'CREDIT_LINE', 'WALLET'],
  cardTypes: ['CREDIT_CARD', 'DEBIT_CARD', 'CREDIT'],
  types: ['CREDIT_CARD', 'DEBIT_CARD', 'CREDIT'],
  networks: ['VISA', 'MASTER_CARD', 'RUPAY', 'AMEX', 'DINERS_CLUB', 'MASTERCARD'],
  variants: ['CONSUMER', 'PREMIUM', 'SUPER_PREMIUM', 'CORPORATE', 'consumer'],
  geoScopes: ['DOMESTIC', 'INTERNATIONAL', 'domestic'],
  banks: ['HDFC', 'ICIC', 'UCOBANK', 'UCBA'],
}
const rule = fc.record(
  {
    type: fc.constantFrom(...types),
    ...Object.fromEntries(Object.entries(dimensions).map(([name, values]) => [name, fc.subarray(values)])),
  },
  { requiredKeys: ['type'] },
) as fc.Arbitrary<PaymentModeRule>
const modes = fc.array(rule, { maxLength: 4 })
const config: fc.Arbitrary<PaymentModeConfig> = fc.oneof(
  fc.record({ version: fc.constantFrom('V1', 'V2', undefined), enabledPaymentModes: modes }),
  fc.record({ version: fc.constantFrom('V1', 'V2', undefined), disabledPaymentModes: modes }),
) as fc.Arbitrary<PaymentModeConfig>
const card = fc.record({
  type: fc.constantFrom('CREDIT_CARD' as const, 'DEBIT_CARD' as const),
  network: fc.constantFrom('VISA', 'MASTER_CARD', 'RUPAY', 'AMEX', 'DINERS_CLUB', 'UNKNOWN'),
  variant: fc.constantFrom('CONSUMER' as const, 'PREMIUM' as const, 'SUPER_PREMIUM' as const, 'CORPORATE' as const),
  geoScope: fc.constantFrom('DOMESTIC' as const, 'INTERNATIONAL' as const),
})

/** The rules of protocol §3.8 in a second implementation, for cards only. */
function acceptsCard(
  given: PaymentModeConfig,
  one: { type: string; network: string; variant: string; geoScope: string },
) {
  const v2 = given.version === 'V2'
  const list = given.enabledPaymentModes ?? given.disabledPaymentModes ?? []
  const cards = list.filter((entry) => entry.type === 'CARD')
  const counted = v2 ? cards.slice(0, 1) : cards
  const names = (values: readonly string[] | undefined, value: string) => values === undefined || values.includes(value)
  const matched = counted.some((entry) =>
    v2
      ? names(entry.types, one.type) &&
        names(entry.networks, one.network) &&
        names(entry.variants, one.variant) &&
        names(entry.geoScopes, one.geoScope)
      : names(entry.cardTypes, one.type),
  )
  return given.enabledPaymentModes ? matched : !matched
}

test('a card is accepted if and only if the rules allow it, and otherwise rejected by one of three codes', () => {
  fc.assert(
    fc.property(config, card, (given, one) => {
      const accepted = acceptsCard(given, one)
      expect(allowsOption(given, cardOption(one))).toBe(accepted)
      const code = cardRejectionCode({ paymentModeConfig: given }, one)
      if (accepted) expect(code).toBeUndefined()
      else expect(['CARD_NOT_ALLOWED', 'INVALID_CARD_TYPE', 'INTERNATIONAL_TXN_NOT_ALLOWED']).toContain(code)
    }),
    NUMBERS,
  )
})

test('the page offers the network, type and scope of every accepted card', () => {
  const input = { collectAllowed: true, encryption: { keyId: 1, publicKeyPem: '' }, savedCards: [] }
  fc.assert(
    fc.property(config, card, (given, one) => {
      const { cards } = paymentMethodsFor({ ...input, restrictions: { paymentModeConfig: given } })
      if (!acceptsCard(given, one)) return
      // A card of an unknown network can be accepted although no known network is.
      if (one.network === 'UNKNOWN' && cards === undefined) return
      expect(cards?.types).toContain(one.type)
      expect(cards?.geoScopes).toContain(one.geoScope)
      if (one.network !== 'UNKNOWN') expect(cards?.networks).toContain(one.network)
    }),
    NUMBERS,
  )
})

test('enabling and disabling the same rules accept complementary options', () => {
  fc.assert(
    fc.property(modes, fc.constantFrom('V1' as const, 'V2' as const), card, (rules, version, one) => {
      const enabled = allowsOption({ version, enabledPaymentModes: rules }, cardOption(one))
      const disabled = allowsOption({ version, disabledPaymentModes: rules }, cardOption(one))
      expect(enabled).toBe(!disabled)
    }),
    NUMBERS,
  )
})

test('a configuration without issues uses only names of its version', () => {
  fc.assert(
    fc.property(config, (given) => {
      const issues = findConfigIssues(given)
      const table = given.version === 'V2' ? V2_MODES : V1_MODES
      const list = given.enabledPaymentModes ?? given.disabledPaymentModes ?? []
      if (issues.length > 0) return
      for (const { type, ...rest } of list) {
        expect(Object.keys(table)).toContain(type)
        for (const [name, values] of Object.entries(rest)) {
          expect(values?.length).toBeGreaterThan(0)
          expect(table[type]?.[name]).toEqual(expect.arrayContaining([...(values ?? [])]))
        }
      }
    }),
    NUMBERS,
  )
})
