import type { PagePaymentMethods, PageView } from '@galla/contract/sandbox-api/page-routes'
import { appNamed } from '../domain/ways.ts'
import { beginAttempt, type ChosenMode, newAttempt } from '../new-attempt.ts'
import { checkFields, checkText, type Fields, isFields } from '../provider-api/checks.ts'
import { badField } from '../provider-api/error-bodies.ts'
import { parsePaymentMode } from '../provider-api/parse-payment-mode.ts'
import { type Asked, RouteRefusal } from '../routes.ts'
import { orderOfPage } from './open-page.ts'
import { pageView } from './view.ts'

/** `POST /attempts`: the payer chose how to pay. */
export function startAttempt(asked: Asked): PageView {
  const { provider } = asked
  const order = orderOfPage(asked)
  const mode = parseChoice(checkFields(isFields(asked.body) ? asked.body.paymentMode : undefined, 'paymentMode'))
  if (!offered(mode, pageView(order, provider).paymentMethods)) {
    throw new RouteRefusal(409, 'NOT_OFFERED', 'This order does not offer that way to pay.')
  }
  const attempt = newAttempt(provider, order, mode, provider.clock.now())
  const change = beginAttempt(provider, order, attempt)
  if (change.refused) throw new RouteRefusal(409, change.refused, 'No further attempt can be made for this order.')
  return pageView(change.order, provider)
}

function parseChoice(choice: Fields): ChosenMode {
  const at = 'paymentMode'
  if (choice.type === 'UPI_COLLECT') {
    return parsePaymentMode({ type: 'UPI_COLLECT', details: { type: 'VPA', vpa: choice.vpa } }, at)
  }
  if (choice.type !== 'SAVED_CARD') return parsePaymentMode(choice, at)
  const encryptionKeyId = choice.encryptionKeyId
  if (typeof encryptionKeyId !== 'number') throw badField(`${at}.encryptionKeyId`, 'must be an integer.')
  return {
    type: 'SAVED_CARD',
    savedCardId: checkText(choice.savedCardId, `${at}.savedCardId`),
    encryptedCvv: checkText(choice.encryptedCvv, `${at}.encryptedCvv`),
    encryptionKeyId,
  }
}

function offered(mode: ChosenMode, offers: PagePaymentMethods): boolean {
  switch (mode.type) {
    case 'UPI_QR':
      return offers.upi?.qr ?? false
    case 'UPI_INTENT':
      return offers.upi?.apps.some((app) => app.id === appNamed(mode.targetApp)) ?? false
    case 'PPE_INTENT':
      return offers.upi?.apps.some((app) => app.id === 'phonepe') ?? false
    case 'UPI_COLLECT':
      return offers.upi?.collect.allowed ?? false
    case 'NET_BANKING':
      return offers.netBanking?.banks.some((bank) => bank.bankId === mode.bankId) ?? false
    case 'CARD':
    case 'TOKEN':
      return offers.cards !== undefined
    case 'SAVED_CARD':
      return offers.savedCards?.some((card) => card.savedCardId === mode.savedCardId) ?? false
  }
}
