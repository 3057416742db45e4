import type { PageRoutes } from '@galla/contract/sandbox-api/page-routes'
import { lookUpVpa } from '../domain/vpa.ts'
import { bodyFields, checkText } from '../provider-api/checks.ts'
import type { Handlers } from '../routes.ts'
import { answerBank, cancelAttempt, enterOtp, resendOtp } from './bank-steps.ts'
import { orderOfPage } from './open-page.ts'
import { startAttempt } from './start-attempt.ts'
import { pageView } from './view.ts'

export const PAGE_HANDLERS: Handlers<PageRoutes> = {
  'GET /view': (asked) => pageView(orderOfPage(asked), asked.provider),
  'POST /attempts': startAttempt,
  'POST /attempts/:transactionId/otp': enterOtp,
  'POST /attempts/:transactionId/resend-otp': resendOtp,
  'POST /attempts/:transactionId/bank': answerBank,
  'POST /attempts/:transactionId/cancel': cancelAttempt,
  'POST /validate-vpa': (asked) => {
    orderOfPage(asked)
    return lookUpVpa(checkText(bodyFields(asked.body).vpa, 'vpa'))
  },
}
