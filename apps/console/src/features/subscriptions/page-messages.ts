import { messages } from '../../i18n/messages.ts'
import { subscriptionEnglish, subscriptionsEnglish } from './english.ts'

/** The words of the page of all subscriptions. */
export const subscriptionsMessages = messages('subscriptions', subscriptionsEnglish)

/** The words of the page of one subscription. */
export const subscriptionMessages = messages('subscriptions/subscription', subscriptionEnglish)
