import type { NextConfig } from 'next'

export default {
  // The books bring a database and a job engine: Node loads them as they are, and no bundler looks into them.
  serverExternalPackages: ['@galla/gateway', '@galla/postgres', '@galla/sdk'],
} satisfies NextConfig
