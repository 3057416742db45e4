import { toNext } from '@galla/gateway/next'
import { getGateway } from '../../../../gateway'

/**
 * The console, behind its password. It answers on http because Next listens on this machine alone; give it an https URL, and leave
 * `trustLoopback` out, where others can connect.
 */
export const { GET, HEAD, POST, DELETE } = toNext(
  async (request, from) => (await getGateway()).admin.fetch(request, from),
  '/admin/payments',
  { trustLoopback: true },
)
