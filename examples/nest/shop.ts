import { type Gateway, isGatewayError, type Order } from '@galla/gateway'
import { GALLA_GATEWAY, GallaModule, type GallaModuleOptions, mountGalla } from '@galla/gateway/nest'
import { toNode } from '@galla/gateway/node'
import { inr } from '@galla/sdk'
import {
  type ArgumentsHost,
  Body,
  Catch,
  Controller,
  type ExceptionFilter,
  Get,
  Header,
  Headers,
  HttpCode,
  HttpException,
  type INestApplication,
  Inject,
  Module,
  type NestApplicationOptions,
  NotFoundException,
  Post,
  Redirect,
  Res,
} from '@nestjs/common'
import { type AbstractHttpAdapter, BaseExceptionFilter, HttpAdapterHost, NestFactory } from '@nestjs/core'

/** Express and Fastify both have it. */
interface Reply {
  header(name: string, value: string): unknown
}

const SHOP_URL = Symbol('shop url')

@Controller()
class ShopController {
  constructor(
    @Inject(GALLA_GATEWAY) private readonly gateway: Gateway,
    @Inject(SHOP_URL) private readonly shopUrl: string,
  ) {}

  @Get()
  @Header('content-type', 'text/html')
  form(): string {
    return '<form method="post" action="/buy"><input name="cart" value="cart-7"><button>Buy</button></form>'
  }

  @Post('buy')
  @Redirect()
  async buy(@Body() form: { cart: string } | null | undefined, @Res({ passthrough: true }) response: Reply) {
    const { order, redirectUrl } = await this.gateway.orders.start({
      // In your shop: the id of the payer's own cart, from the session. One that the browser sends may be that of somebody else.
      reference: form?.cart ?? '',
      // In your shop: compute the amount from your own prices, never from a number that the browser sends.
      amount: inr('499.00'),
      checkout: 'STANDARD',
      redirectUrl: `${this.shopUrl}/thanks`,
      // A cart that was changed: its newest total counts, and a payment of an older page is refunded.
      replaces: true,
    })
    response.header('set-cookie', `order=${order.merchantOrderId}; Path=/; HttpOnly; SameSite=Lax`)
    return { url: redirectUrl, statusCode: 303 }
  }

  // The return of the payer proves nothing, and neither does the URL: sync() checks the status with the provider.
  @Get('thanks')
  async thanks(@Headers('cookie') cookie = ''): Promise<string> {
    const [, merchantOrderId] = /(?:^|; )order=([\w-]+)/.exec(cookie) ?? []
    if (!merchantOrderId) throw new NotFoundException('There is no order here.')
    return thanksFor(await this.gateway.orders.sync(merchantOrderId))
  }

  // Some banks send the payer back by POST, without the shop's cookie. The redirected GET carries the cookie.
  @Post('thanks')
  @HttpCode(303)
  @Header('location', '/thanks')
  back(): void {}
}

/** What the payer reads. COMPLETED means that money came in, not that the cart is sold: `resolution` says what the money is for. */
function thanksFor({ state, resolution, amount, refundedAmount, needsReview }: Order): string {
  if (needsReview) return 'We are checking your payment and will write to you.'
  if (state === 'FAILED') return 'Not paid.'
  // The payer may have paid already: the bank or the provider is not done yet.
  if (state !== 'COMPLETED') return 'We are checking your payment.'
  if (resolution === 'duplicate-refund') return 'This cart was paid already. Your second payment is refunded.'
  if (resolution === 'late-refund') return 'Your payment came too late. It is refunded.'
  if (refundedAmount >= amount) return 'Refunded.'
  return refundedAmount > 0 ? 'Paid, and refunded in part.' : 'Paid. Thank you!'
}

/** The message of a GatewayError is safe to show as plain text: the cart is already paid, the provider is unavailable. In HTML escape it: it names the cart. */
@Catch()
class GatewayErrors extends BaseExceptionFilter implements ExceptionFilter {
  override catch(error: unknown, host: ArgumentsHost): void {
    super.catch(isGatewayError(error) ? new HttpException(error.message, error.status) : error, host)
  }
}

/**
 * A shop with the gateway, on Express or on Fastify. Callbacks: `/payments/callbacks`. Console: `/admin/payments/`.
 * @param shopUrl address at which payers reach the shop, such as `https://shop.example`
 * @param adapter of another platform than Express
 */
export async function createShop(
  options: GallaModuleOptions,
  shopUrl: string,
  adapter?: AbstractHttpAdapter,
): Promise<INestApplication> {
  @Module({
    imports: [GallaModule.forRoot(options)],
    controllers: [ShopController],
    providers: [{ provide: SHOP_URL, useValue: shopUrl }],
  })
  class ShopModule {}

  const quiet = { logger: ['error', 'warn'] } satisfies NestApplicationOptions
  const app = adapter
    ? await NestFactory.create(ShopModule, adapter, quiet)
    : await NestFactory.create(ShopModule, quiet)
  const gateway: Gateway = app.get(GALLA_GATEWAY)
  mountGalla(app)
  // Your check of who may open the console goes in front of this line.
  app.use('/admin/payments', toNode(gateway.admin.fetch))
  app.useGlobalFilters(new GatewayErrors(app.get(HttpAdapterHost).httpAdapter))
  app.enableShutdownHooks()
  return app
}
