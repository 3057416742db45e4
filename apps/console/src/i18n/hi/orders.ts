import { ordersFormsHindi } from './orders-forms.ts'
import { ordersListHindi } from './orders-list.ts'
import { ordersOrderHindi } from './orders-order.ts'
import { ordersResultHindi } from './orders-result.ts'
import { ordersReviewHindi } from './orders-review.ts'
import { ordersTimelineHindi } from './orders-timeline.ts'

export const ordersHindi = {
  ...ordersFormsHindi,
  ...ordersListHindi,
  ...ordersOrderHindi,
  ...ordersResultHindi,
  ...ordersReviewHindi,
  ...ordersTimelineHindi,
}
