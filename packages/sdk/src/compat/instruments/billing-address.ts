import { builderOf, type Setters } from '../builder.ts'

interface Fields {
  line1?: string | undefined
  line2?: string | undefined
  city?: string | undefined
  state?: string | undefined
  zip?: string | undefined
  country?: string | undefined
}

export class BillingAddress {
  declare line1?: string | undefined
  declare line2?: string | undefined
  declare city?: string | undefined
  declare state?: string | undefined
  declare zip?: string | undefined
  declare country?: string | undefined

  constructor(line1?: string, line2?: string, city?: string, state?: string, zip?: string, country?: string) {
    Object.assign(this, { line1, line2, city, state, zip, country })
  }

  static builder(): BillingAddressBuilder {
    return new BillingAddressBuilder()
  }
}

interface BillingAddressBuilder extends Setters<Fields, BillingAddressBuilder> {
  build(): BillingAddress
}

const BillingAddressBuilder: new () => BillingAddressBuilder = builderOf<Fields, BillingAddressBuilder>(
  ['line1', 'line2', 'city', 'state', 'zip', 'country'],
  ({ line1, line2, city, state, zip, country }) => new BillingAddress(line1, line2, city, state, zip, country),
)
