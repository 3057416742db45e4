import type { CardsReply } from '@galla/contract/sandbox-api/routes'
import { TEST_CARDS, TEST_OTP } from '../domain/cards.ts'
import { SANDBOX_KEY_ID, SANDBOX_PUBLIC_KEY_PEM } from '../keys/key-pair.ts'

/** `GET /cards`: nothing in it is anybody's secret. */
export function listCards(): CardsReply {
  return {
    encryption: { keyId: SANDBOX_KEY_ID, publicKeyPem: SANDBOX_PUBLIC_KEY_PEM },
    otp: TEST_OTP,
    cards: TEST_CARDS.map(({ last4: _, bankId: __, ...card }) => ({ ...card, token: `9${card.number.slice(1)}` })),
  }
}
