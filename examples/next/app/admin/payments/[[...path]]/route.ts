import { toNext } from '@galla/gateway/next'
import { getGateway } from '../../../../gateway'

/** The console, behind its password. */
export const { GET, HEAD, POST, DELETE } = toNext(
  async (request, from) => (await getGateway()).admin.fetch(request, from),
  '/admin/payments',
)
