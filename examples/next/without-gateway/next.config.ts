import type { NextConfig } from 'next'

export default {
  // As create-next-app sets it: what depends on a request stands below <Suspense>.
  cacheComponents: true,
  partialPrefetching: true,
  // Some banks send the payer back by POST, with a form. A page answers GET alone.
  redirects: async () => [
    { source: '/thanks', has: [{ type: 'header', key: 'content-type' }], destination: '/thanks', statusCode: 303 },
  ],
} satisfies NextConfig
