import { formatInr, Galla } from '@galla/sdk'
import { createApp } from './app.mjs'

const { PORT = '3000', PROVIDER = 'http://127.0.0.1:4500' } = process.env

const galla = new Galla({
  clientId: 'tea-stall',
  clientSecret: 'any words will do in the sandbox',
  clientVersion: 1,
  hosts: PROVIDER,
  callbackCredentials: { username: 'tea-stall', password: 'two-cups' },
})

const app = createApp(galla, ({ merchantOrderId, amount }) =>
  console.log(`${merchantOrderId}: ${formatInr(amount)} paid`),
)

app.listen(Number(PORT), '127.0.0.1', () => console.log(`Callbacks: http://127.0.0.1:${PORT}/callbacks`))
