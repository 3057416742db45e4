import { type Gateway, isGatewayError } from '@galla/gateway'
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
  HttpException,
  type INestApplication,
  Inject,
  Module,
  type NestApplicationOptions,
  NotFoundException,
  Post,
  Query,
  Redirect,
  Req,
} from '@nestjs/common'
import { type AbstractHttpAdapter, BaseExceptionFilter, HttpAdapterHost, NestFactory } from '@nestjs/core'
import { refusalFor, thanksFor } from '../starter/answers.ts'

/** A request of Express or of Fastify. */
interface Received {
  readonly originalUrl: string
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
  async buy(@Body() form: { cart: string } | null | undefined) {
    // In your shop: the id of the payer's own cart, from the session. One that the browser sends may be that of somebody else.
    const cart = form?.cart ?? ''
    const { redirectUrl } = await this.gateway.orders.start({
      reference: cart,
      // In your shop: compute the amount from your own prices, never from a number that the browser sends.
      amount: inr('499.00'),
      checkout: 'STANDARD',
      redirectUrl: this.gateway.returns.url(`${this.shopUrl}/thanks`, cart),
      // A cart that was changed: its newest total counts, and a payment of an older page is refunded.
      replaces: true,
    })
    return { url: redirectUrl, statusCode: 303 }
  }

  // The return of the payer proves nothing: the signed address names the cart, in whichever browser, and the provider is asked for the status.
  @Get('thanks')
  async thanks(@Req() { originalUrl }: Received): Promise<string> {
    const payer = await this.gateway.returns.read(originalUrl)
    if (!payer) throw new NotFoundException('There is no order here.')
    return thanksFor(payer)
  }

  // Some banks send the payer back by POST.
  @Post('thanks')
  @Redirect()
  back(@Query('order') order: unknown) {
    return { url: `/thanks?${new URLSearchParams({ order: String(order) })}`, statusCode: 303 }
  }
}

@Catch()
class GatewayErrors extends BaseExceptionFilter implements ExceptionFilter {
  override catch(error: unknown, host: ArgumentsHost): void {
    super.catch(isGatewayError(error) ? new HttpException(refusalFor(error), error.status) : error, host)
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
