import { type BrowserOS, PAYMENT_MODE_TYPES, type PaymentMode } from '@galla/contract/provider/payment-mode'
import { invalid } from '../../errors.ts'
import type { IntentDevice, PaymentChoice } from '../../provider/requests.ts'
import { checkFields } from '../validation.ts'

/** The payer's choice, with the device's system for the modes that need it. */
export function toPaymentChoice({
  paymentMode,
  deviceOS,
}: {
  paymentMode: PaymentMode
  deviceOS?: BrowserOS
}): PaymentChoice {
  const needsSystem = paymentMode.type === 'UPI_COLLECT' || paymentMode.type === 'UPI_INTENT'
  return needsSystem && deviceOS ? { ...paymentMode, deviceOS } : paymentMode
}

const CARD_FIELDS = ['authMode', 'merchantUserId']
const ADDRESS_FIELDS = ['line1', 'line2', 'city', 'state', 'zip', 'country']

/** The fields of each payment mode, by the path of the object that holds them. */
const CHOICE_FIELDS: { readonly [Type in PaymentMode['type']]: { readonly [path: string]: readonly string[] } } = {
  UPI_QR: { '': ['type', 'deviceOS'] },
  PPE_INTENT: { '': ['type', 'deviceOS'] },
  UPI_INTENT: { '': ['type', 'deviceOS', 'targetApp'] },
  UPI_COLLECT: { '': ['type', 'deviceOS', 'details', 'message'], details: ['type', 'vpa', 'phoneNumber'] },
  NET_BANKING: { '': ['type', 'bankId', 'merchantUserId'] },
  CARD: {
    '': ['type', 'cardDetails', 'savedCard', ...CARD_FIELDS],
    cardDetails: [
      'encryptedCardNumber',
      'encryptionKeyId',
      'encryptedCvv',
      'expiry',
      'cardHolderName',
      'billingAddress',
    ],
    'cardDetails.expiry': ['month', 'year'],
    'cardDetails.billingAddress': ADDRESS_FIELDS,
  },
  TOKEN: {
    '': ['type', 'tokenDetails', ...CARD_FIELDS],
    tokenDetails: [
      'encryptedToken',
      'encryptionKeyId',
      'expiry',
      'encryptedCvv',
      'cryptogram',
      'panSuffix',
      'cardHolderName',
      'eci',
      'atc',
    ],
    'tokenDetails.expiry': ['month', 'year'],
  },
}

/**
 * Checks the type and the names of a payment mode. The client checks the values.
 * @throws GatewayError INVALID_REQUEST naming the field: `paymentMode.bank`
 */
export function checkPaymentChoice(choice: PaymentChoice): void {
  if (!PAYMENT_MODE_TYPES.includes(choice?.type))
    throw invalid('paymentMode.type', `must be one of ${PAYMENT_MODE_TYPES.join(', ')}`)
  for (const [path, known] of Object.entries(CHOICE_FIELDS[choice.type])) {
    const part = path === '' ? choice : path.split('.').reduce<unknown>(fieldOf, choice)
    if (typeof part === 'object' && part !== null)
      checkFields(part, known, `paymentMode.${path === '' ? '' : `${path}.`}`)
  }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as { [field: string]: unknown })[name] : undefined

/** Modes that redirect the payer to a page take a `merchantUserId`. */
export function isPageMode(
  mode: PaymentChoice,
): mode is Extract<PaymentChoice, { type: 'CARD' | 'TOKEN' | 'NET_BANKING' }> {
  return mode.type === 'CARD' || mode.type === 'TOKEN' || mode.type === 'NET_BANKING'
}

/** iOS apps are named by one word (`GPAY`), Android apps by their package (`com.phonepe.app`). */
const PACKAGE_NAME = /\./
const OWN_APP_ON_IOS = 'PHONEPE'

/** The `deviceContext` that the provider requires for UPI_INTENT; undefined for other modes. */
export function intentDevice(choice: PaymentChoice, redirectUrl: string): IntentDevice | undefined {
  if (choice.type !== 'UPI_INTENT') return undefined
  const { targetApp, deviceOS } = choice
  const named = targetApp !== undefined && !PACKAGE_NAME.test(targetApp)
  const ios = deviceOS === 'iOS' || deviceOS === 'Mac OS' || (deviceOS === undefined && named)
  if (!ios) return { deviceOS: 'ANDROID' }
  // For its own app on iOS the provider requires the scheme of the address to return to.
  const returnScheme = targetApp === OWN_APP_ON_IOS ? { merchantCallBackScheme: schemeOf(redirectUrl) } : {}
  return { deviceOS: 'IOS', ...returnScheme }
}

const schemeOf = (address: string) => new URL(address).protocol.slice(0, -1)
