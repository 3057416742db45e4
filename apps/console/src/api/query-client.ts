import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** A refusal stays one; only what may pass by itself is asked again. */
const worthAnotherTry = (error: unknown) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The stream of changes says what is old; this is for the time without it.
        staleTime: 20_000,
        retry: (failures, error) => failures < 2 && worthAnotherTry(error),
        retryDelay: (failures) => 400 * 2 ** failures,
        // A gateway on this machine answers without any network.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
