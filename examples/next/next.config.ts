import type { NextConfig } from 'next'

export default {
  // As create-next-app sets it: what depends on a request stands below <Suspense>.
  cacheComponents: true,
  partialPrefetching: true,
  // The gateway contains a database driver and a job engine, which must not be bundled.
  serverExternalPackages: ['@galla/gateway', '@galla/postgres', '@galla/sdk'],
} satisfies NextConfig
