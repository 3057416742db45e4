import { expect, it } from 'vitest'
import type { PageSettings, TestPayment } from '../shop-api.ts'
import { inLanguage } from './page-language.ts'

const testPayment: TestPayment = {
  card: { number: '', expiry: '', cvv: '' },
  savedCards: [],
  otp: '123456',
  sandboxPage: 'http://127.0.0.1:4502/sandbox',
}
const SANDBOX: PageSettings = { checkoutScript: 'http://127.0.0.1:4500/web/bundle/checkout.js', testPayment }
const LIVE: PageSettings = { checkoutScript: 'https://mercury.phonepe.com/web/bundle/checkout.js' }
const TEST: PageSettings = { checkoutScript: 'https://mercury-stg.phonepe.com/web/bundle/checkout.js', testPayment }

it.each<[string, string, PageSettings | undefined, string]>([
  [
    'adds the language to a page of the sandbox',
    'http://127.0.0.1:4500/p?t=1',
    SANDBOX,
    'http://127.0.0.1:4500/p?t=1#lang=hi',
  ],
  ['keeps what a page already has', 'http://127.0.0.1:4500/p#lang=ta', SANDBOX, 'http://127.0.0.1:4500/p#lang=ta'],
  ['changes no page of a bank', 'https://bank.example/otp', SANDBOX, 'https://bank.example/otp'],
  ['changes no page of the provider', 'https://mercury.phonepe.com/p', LIVE, 'https://mercury.phonepe.com/p'],
  [
    'changes no page of the provider’s test',
    'https://mercury-uat.phonepe.com/p',
    TEST,
    'https://mercury-uat.phonepe.com/p',
  ],
  ['changes nothing before the settings are loaded', 'http://127.0.0.1:4500/p', undefined, 'http://127.0.0.1:4500/p'],
])('%s', (_, url, settings, expected) => {
  expect(inLanguage(url, 'hi', settings)).toBe(expected)
})
