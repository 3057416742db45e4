import type { Drill } from './drill.ts'
import { attemptFailed } from './drills/attempt-failed.ts'
import { burst } from './drills/burst.ts'
import { duplicate } from './drills/duplicate.ts'
import { emptyBody } from './drills/empty-body.ts'
import { latePayment } from './drills/late-payment.ts'
import { notJson } from './drills/not-json.ts'
import { orderFailed } from './drills/order-failed.ts'
import { outOfOrder } from './drills/out-of-order.ts'
import { refundEvents } from './drills/refund-events.ts'
import { tampered } from './drills/tampered.ts'
import { unknownEvent } from './drills/unknown-event.ts'
import { unknownFields } from './drills/unknown-fields.ts'
import { unsigned } from './drills/unsigned.ts'
import { valid } from './drills/valid.ts'
import { withoutType } from './drills/without-type.ts'
import { wrongAmount } from './drills/wrong-amount.ts'
import { wrongSecret } from './drills/wrong-secret.ts'

/** The whole list, in the order in which it is shot: what must work, what may surprise, what must be refused. */
export const DRILLS: readonly Drill[] = [
  valid,
  duplicate,
  burst,
  attemptFailed,
  orderFailed,
  refundEvents,
  outOfOrder,
  latePayment,
  unknownEvent,
  unknownFields,
  withoutType,
  wrongAmount,
  tampered,
  unsigned,
  wrongSecret,
  notJson,
  emptyBody,
]
