import { toNext } from '@galla/gateway/next'
import { books } from '../../../books.ts'

/** For the provider and the payer: `/payments/callbacks`, `/payments/orders/…`. */
export const { GET, HEAD, POST } = toNext(async (request) => (await books()).fetch(request), '/payments')
