import { inr } from '@galla/sdk'
import {
  Body,
  Controller,
  Get,
  Header,
  type INestApplication,
  Inject,
  Module,
  NotFoundException,
  Post,
  Query,
  Redirect,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { Payments } from '../starter/payments.ts'
import { PAYMENTS, paymentsModule } from './callbacks.ts'

@Controller()
class AppController {
  constructor(@Inject(PAYMENTS) private readonly payments: Payments) {}

  @Get()
  @Header('content-type', 'text/html')
  form(): string {
    return '<form method="post" action="/buy"><input name="cart" value="cart-7"><button>Buy</button></form>'
  }

  @Post('buy')
  @Redirect()
  async buy(@Body() form: { cart?: string } | undefined) {
    // In your shop: the id of the payer's own cart, from the session, and the amount from your own prices.
    const { redirectUrl } = await this.payments.start(String(form?.cart), inr('499.00'))
    return { url: redirectUrl, statusCode: 303 }
  }

  @Get('thanks')
  async thanks(@Query('order') order: unknown): Promise<string> {
    const words = await this.payments.thanks(String(order))
    if (!words) throw new NotFoundException('There is no order here.')
    return words
  }

  // Some banks send the payer back by POST. Their form proves nothing about the payment.
  @Post('thanks')
  @Redirect()
  back(@Query('order') order: unknown) {
    return { url: `/thanks?${new URLSearchParams({ order: String(order) })}`, statusCode: 303 }
  }
}

/** A shop without the gateway, on Express. Callbacks: `/payments/callbacks`. */
export function createApp(payments: Payments): Promise<INestApplication> {
  @Module({ imports: [paymentsModule(payments)], controllers: [AppController] })
  class AppModule {}

  // The signature covers the raw bytes, which a parser discards.
  return NestFactory.create(AppModule, { rawBody: true, logger: ['error', 'warn'] })
}
