/** How the merchant API is turned on, without which no key works. */
export function MerchantApiOff() {
  return (
    <>
      The merchant API is off in this gateway. A key works once <code>galla gateway</code> is started with the variable{' '}
      <code>GALLA_MERCHANT_KEY</code>, or your server gives <code>createGateway</code> the option <code>merchant</code>.
    </>
  )
}
