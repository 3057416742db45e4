export default function Cart() {
  return (
    <form method="post" action="/buy">
      <input name="cart" defaultValue="cart-7" />
      <button type="submit">Buy</button>
    </form>
  )
}
