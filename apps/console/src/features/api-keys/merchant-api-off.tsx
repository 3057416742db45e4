import { messages, phrase } from '../../i18n/messages.ts'
import { merchantApiOffEnglish } from './english.ts'

const t = messages('api-keys/off', merchantApiOffEnglish)

/** How the merchant API is turned on, without which a key reads the metrics at most. */
export const MerchantApiOff = () =>
  phrase(
    t.how(
      <code translate="no">galla gateway</code>,
      <code translate="no">GALLA_MERCHANT_KEY</code>,
      <code translate="no">createGateway</code>,
      <code translate="no">merchant</code>,
    ),
  )
