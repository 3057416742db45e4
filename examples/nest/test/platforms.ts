import 'reflect-metadata'
import type { Gateway } from '@galla/gateway'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import { createShop } from '../shop.ts'

/** Serves the shop with a gateway that exists. Returns its address and what closes it. */
export async function servePlatform(platform: 'express' | 'fastify', gateway: Gateway, shopUrl: string) {
  const adapter = platform === 'fastify' ? new FastifyAdapter({ forceCloseConnections: true }) : undefined
  const app = await createShop({ gateway }, shopUrl, adapter)
  await app.listen(0, '127.0.0.1')
  return { url: await app.getUrl(), close: () => app.close() }
}
