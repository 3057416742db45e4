import type { CardsReply } from '@galla/contract/control/routes'
import { TEST_CARDS, TEST_OTP } from '../domain/cards.ts'
import { SANDBOX_KEY_ID, SANDBOX_PUBLIC_KEY_PEM } from '../keys/key-pair.ts'

/** `GET /cards`: nothing in it is anybody's secret. */
export function listCards(): CardsReply {
  return {
    encryption: { keyId: SANDBOX_KEY_ID, publicKeyPem: SANDBOX_PUBLIC_KEY_PEM },
    otp: TEST_OTP,
    cards: TEST_CARDS.map(({ number, network, type, cvv, expiry, outcome, explains }) => ({
      number,
      network,
      type,
      cvv,
      expiry,
      token: `9${number.slice(1)}`,
      outcome,
      explains,
    })),
  }
}
