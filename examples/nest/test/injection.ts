import 'reflect-metadata'
import type { Gateway, GatewaySettings } from '@galla/gateway'
import { GALLA_GATEWAY, GallaModule, mountGalla } from '@galla/gateway/nest'
import { Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'

class Carts {
  readonly fulfilled: string[] = []
}

@Module({ providers: [Carts], exports: [Carts] })
class CartsModule {}

/** An application whose handler of paid orders calls a service of the application. */
export async function serveWithInjection(settings: GatewaySettings) {
  @Module({
    imports: [
      GallaModule.forRootAsync({
        imports: [CartsModule],
        inject: [Carts],
        useFactory: (carts: Carts) => ({
          ...settings,
          on: { 'order.completed': ({ order }) => void carts.fulfilled.push(order.reference) },
        }),
      }),
      CartsModule,
    ],
  })
  class AppModule {}

  const app = await NestFactory.create(AppModule, { logger: ['error', 'warn'] })
  mountGalla(app)
  await app.listen(0, '127.0.0.1')
  const gateway: Gateway = app.get(GALLA_GATEWAY)
  return { url: await app.getUrl(), gateway, carts: app.get(Carts), close: () => app.close() }
}
