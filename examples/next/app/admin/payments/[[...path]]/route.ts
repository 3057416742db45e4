import { toNext } from '@galla/gateway/next'
import { books } from '../../../../books.ts'

/** For you: the console, behind its password. */
export const { GET, HEAD, POST, DELETE } = toNext(
  async (request) => (await books()).admin.fetch(request),
  '/admin/payments',
)
