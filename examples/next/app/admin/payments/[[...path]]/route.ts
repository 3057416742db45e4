import { toNext } from '@galla/gateway/next'
import { getGateway } from '../../../../gateway'

/**
 * The console, behind its password. It answers on http because Next listens on this machine alone. Where others can connect, give it an
 * https URL, and keep `trustForwardedFor` only behind a proxy that adds the client's address and is the only way to Next.
 */
export const { GET, HEAD, POST, DELETE } = toNext(
  async (request, from) => (await getGateway()).admin.fetch(request, from),
  '/admin/payments',
  { trustForwardedFor: true },
)
