import type { NextConfig } from 'next'

export default {
  // The gateway contains a database driver and a job engine, which must not be bundled.
  serverExternalPackages: ['@galla/gateway', '@galla/postgres', '@galla/sdk'],
} satisfies NextConfig
