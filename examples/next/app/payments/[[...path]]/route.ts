import { toNext } from '@galla/gateway/next'
import { getGateway } from '../../../gateway'

/** Callbacks of the provider and the payer API: `/payments/callbacks`, `/payments/orders/…`. */
export const { GET, HEAD, POST } = toNext(async (request) => (await getGateway()).fetch(request), '/payments')
