import { type Gateway, type GatewayError, isGatewayError, type ReturnedPayer } from '@galla/gateway'
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

/** What the payer reads. COMPLETED means that money came in, not that the cart is sold: `resolution` says what the money is for. */
function thanksFor({
  order: { state, resolution, amount, refundedAmount, needsReview },
  refundedPayment,
}: ReturnedPayer): string {
  if (refundedPayment && resolution === 'fulfil') return 'Paid. Thank you! Your other payment of this cart is refunded.'
  if (refundedPayment) return 'The cart has changed since your payment. Your payment is refunded.'
  if (needsReview) return 'We are checking your payment and will write to you.'
  if (state === 'FAILED') return 'Not paid.'
  // The payer may have paid already: the bank or the provider is not done yet.
  if (state !== 'COMPLETED') return 'We are checking your payment.'
  if (resolution === 'duplicate-refund') return 'This cart was paid already. Your second payment is refunded.'
  if (resolution === 'late-refund') return 'Your payment came too late. It is refunded.'
  if (refundedAmount >= amount) return 'Refunded.'
  return refundedAmount > 0 ? 'Paid, and refunded in part.' : 'Paid. Thank you!'
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

const REFUSALS: { readonly [code: string]: string } = {
  REFERENCE_PAID: 'This cart is paid already.',
  REFERENCE_IN_REVIEW: 'A payment of this cart is being checked. Please do not pay again.',
}

/** Words for the payer in place of an error. The message of a GatewayError is for you: it is English, and names the cart. */
const refusalFor = ({ code }: GatewayError): string =>
  REFUSALS[code] ?? 'The payment cannot be started now. Nothing was charged. Try again later.'
