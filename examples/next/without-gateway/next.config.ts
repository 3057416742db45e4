import type { NextConfig } from 'next'

export default {
  // As create-next-app sets it: what depends on a request stands below <Suspense>.
  cacheComponents: true,
  partialPrefetching: true,
} satisfies NextConfig
