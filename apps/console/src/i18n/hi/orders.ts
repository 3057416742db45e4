import { ordersFormsHindi } from './orders-forms.ts'
import { ordersLinksHindi } from './orders-links.ts'
import { ordersListHindi } from './orders-list.ts'
import { ordersOrderHindi } from './orders-order.ts'
import { ordersResultHindi } from './orders-result.ts'
import { ordersReviewHindi } from './orders-review.ts'
import { ordersTimelineHindi } from './orders-timeline.ts'

export const ordersHindi = {
  ...ordersFormsHindi,
  ...ordersLinksHindi,
  ...ordersListHindi,
  ...ordersOrderHindi,
  ...ordersResultHindi,
  ...ordersReviewHindi,
  ...ordersTimelineHindi,
}
