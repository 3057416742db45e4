import {
  dailyLimits,
  hours,
  maxInFlight,
  noticeHours,
  oneOf,
  paise,
  retryDays,
  samePersonDays,
} from '../value-checks.ts'
import type { Variable } from './variable.ts'

/** Late payments, approval of refunds, and subscriptions. */
export const PAYMENT_VARIABLES: readonly Variable[] = [
  {
    name: 'GALLA_LATE_PAYMENT',
    default: 'refund',
    description: 'What happens to a payment of a failed or expired order: refund or fulfil',
    check: oneOf('refund', 'fulfil'),
  },
  {
    name: 'GALLA_REFUND_APPROVAL_ABOVE',
    protects: true,
    description: 'Amount in paise above which a second person must approve a refund',
    check: paise,
  },
  {
    name: 'GALLA_REFUND_PROGRAM_ABOVE',
    protects: true,
    description:
      'Amount in paise above which a second person must approve a refund that your server requests; if not set, GALLA_REFUND_APPROVAL_ABOVE applies to these refunds too',
    check: paise,
  },
  {
    name: 'GALLA_REFUND_DAILY_LIMITS',
    protects: true,
    description:
      'Amount in paise that the people of a role together, or your server (program), may refund on one day, in Indian time: finance=5000000,admin=20000000',
    list: true,
    check: dailyLimits,
  },
  {
    name: 'GALLA_REFUND_APPROVAL_HOURS',
    default: '72',
    description: 'Hours after which a refund that nobody approved expires',
    check: hours,
  },
  {
    name: 'GALLA_REFUND_SAME_PERSON_DAYS',
    default: '30',
    description:
      'Days after a password link: for so long, the person who made the link and the person who used the link count as one, and neither can approve a refund of the other',
    check: samePersonDays,
  },
  {
    name: 'GALLA_SUBSCRIPTIONS',
    description:
      'true: payers are billed repeatedly by UPI AutoPay, which PhonePe must enable for your account; if not set, subscriptions are off',
    check: oneOf('true', 'false'),
  },
  {
    name: 'GALLA_BILLING_NOTICE_HOURS',
    needs: 'GALLA_SUBSCRIPTIONS',
    description: 'Hours between the announcement of a debit and the beginning of its cycle, 25 to 72; 36 if not set',
    check: noticeHours,
  },
  {
    name: 'GALLA_BILLING_RETRY_DAYS',
    needs: 'GALLA_SUBSCRIPTIONS',
    description:
      'Days from each failed debit to the next announcement, separated by commas; when no days are left, the subscription is halted; 1,3,5 if not set',
    list: true,
    check: retryDays,
  },
  {
    name: 'GALLA_BILLING_MAX_IN_FLIGHT',
    needs: 'GALLA_SUBSCRIPTIONS',
    description: 'Largest number of subscriptions that the process bills at the same time, 1 to 500; 32 if not set',
    check: maxInFlight,
  },
]
