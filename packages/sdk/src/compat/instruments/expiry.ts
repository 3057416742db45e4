import { builderOf, type Setters } from '../builder.ts'

interface Fields {
  expiryMonth: string
  expiryYear: string
}

/** Month `01`–`12`, year of four digits. */
export class Expiry {
  month: string
  year: string

  constructor(month: string, year: string) {
    this.month = month
    this.year = year
  }

  static builder(): ExpiryBuilder {
    return new ExpiryBuilder()
  }
}

interface ExpiryBuilder extends Setters<Fields, ExpiryBuilder> {
  build(): Expiry
}

const ExpiryBuilder: new () => ExpiryBuilder = builderOf<Fields, ExpiryBuilder>(
  ['expiryMonth', 'expiryYear'],
  ({ expiryMonth, expiryYear }) => new Expiry(expiryMonth, expiryYear),
)
