import { constants, privateDecrypt } from 'node:crypto'
import { expectAccessible } from '@galla/testkit/looks'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CARD_KEY } from './fake-counter.ts'
import { StallPage } from './stall-page.ts'

let stall: StallPage
let order = 0
const next = () => {
  stall.counter.put(`tea-${++order}`, {})
  return `tea-${order}`
}
beforeAll(async () => {
  stall = await StallPage.open()
})
afterEach(() => stall.leave())
afterAll(() => stall.close())

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
const method = (page: Page, name: string) => page.locator('summary').filter({ hasText: name }).first().click()

function opened(sealed: string): string {
  const block = privateDecrypt({ key: CARD_KEY, padding: constants.RSA_NO_PADDING }, Buffer.from(sealed, 'base64'))
  return block.subarray(block.indexOf(0, 2) + 1).toString()
}

/** Presses Tab until the element of that name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let press = 0; press < 40; press++) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(() => {
      const { activeElement: here } = document
      return (here instanceof HTMLInputElement ? here.labels?.[0]?.textContent : here?.textContent) ?? ''
    })
    if (name.test(found)) return
  }
  throw new Error(`Tab never reached ${name}`)
}

it('asks once though strict mode mounts twice, and two parts share one line', async () => {
  const page = await stall.visit(`order=${next()}&part=pair`)
  await heading(page, 'How would you like to pay?')
  await page.locator('[data-phase=choose]').waitFor({ state: 'attached' })
  expect(stall.counter.asked).toEqual(['GET status', 'GET live'])
})

it('pays by QR, live', async () => {
  const id = next()
  const page = await stall.visit(`order=${id}`)
  await page.getByRole('button', { name: 'Show QR code' }).dblclick()
  await heading(page, 'Scan to pay')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Scan to pay')
  await page.getByRole('img', { name: 'QR code to pay ₹1,49,950.00 by UPI' }).waitFor()
  await page
    .getByRole('timer')
    .filter({ hasText: /^12:0\d$/ })
    .waitFor()
  await expectAccessible(page)
  expect(stall.counter.count('POST pay')).toBe(1)
  stall.counter.put(id, { state: 'COMPLETED' })
  await heading(page, 'Payment successful')
  expect(stall.counter.count('GET status')).toBe(1)
})

it('lets a payer who has begun pay in another way, where the shop can start again', async () => {
  const page = await stall.visit(`order=${next()}&again=yes`)
  await page.getByRole('button', { name: 'Show QR code' }).click()
  await heading(page, 'Scan to pay')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pay another way' }).click()
  await page.locator('output').filter({ hasText: 'again' }).waitFor()
  const without = await stall.visit(`order=${next()}`)
  await without.getByRole('button', { name: 'Show QR code' }).click()
  await heading(without, 'Scan to pay')
  expect(await without.getByRole('button', { name: 'Pay another way' }).count()).toBe(0)
})

it('survives a reload in mid-payment, and a remount', async () => {
  const id = next()
  const page = await stall.visit(`order=${id}&part=qr`)
  await page.getByRole('button', { name: 'Show QR code' }).click()
  await heading(page, 'Scan to pay')
  await page.reload()
  await heading(page, 'Scan to pay')
  await page.getByRole('button', { name: 'Remount' }).click()
  await page.getByRole('heading', { name: 'Scan to pay' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Remount' }).click()
  await heading(page, 'Scan to pay')
  expect(stall.counter.count('POST pay')).toBe(1)
})

describe('a card', () => {
  it('is paid with the keyboard alone, and leaves the page only encrypted', async () => {
    const page = await stall.visit(`order=${next()}`)
    await heading(page, 'How would you like to pay?')
    await tabTo(page, /^CardDebit/)
    await page.keyboard.press('Enter')
    await page.getByLabel('Card number').waitFor()
    await tabTo(page, /^Pay ₹/)
    await page.keyboard.press('Enter')
    await page.getByText('3 details need another look').waitFor()
    expect(await page.getByLabel('Card number').evaluate((input) => input === document.activeElement)).toBe(true)
    await expectAccessible(page)
    await page.keyboard.type('6521501234567893')
    await page.getByText('RuPay', { exact: true }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type('0629')
    await page.keyboard.press('Tab')
    await page.keyboard.type('508')
    await page.keyboard.press('Enter')
    await heading(page, '/bank')
    const [body = ''] = stall.counter.bodies
    const { cardDetails } = JSON.parse(body).paymentMode
    expect(opened(cardDetails.encryptedCardNumber)).toBe('6521501234567893')
    expect(opened(cardDetails.encryptedCvv)).toBe('508')
    expect(cardDetails).toMatchObject({ encryptionKeyId: 7, expiry: { month: '06', year: '2029' } })
    expect(body).not.toContain('6521501234567893')
    await page.goBack()
    await heading(page, 'Confirm with your bank')
    expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toMatch(/6521/)
  })

  it('loads its library only when its form is opened', async () => {
    const page = await stall.visit(`order=${next()}`)
    await heading(page, 'How would you like to pay?')
    const scripts = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .join(),
      )
    expect(await scripts()).not.toMatch(/jsencrypt|lib-/)
    await method(page, 'Debit or credit card')
    await expect.poll(scripts).toMatch(/jsencrypt|lib-/)
  })

  it('that was saved needs its CVV alone', async () => {
    const page = await stall.visit(`order=${next()}`)
    await method(page, 'Saved cards')
    await page.getByText('RuPay ending in 1117').waitFor()
    await page.getByLabel('CVV').fill('12')
    await page.keyboard.press('Enter')
    await page.getByText('The CVV has 3 digits.').waitFor()
    await page.getByLabel('CVV').fill('508')
    await page.keyboard.press('Enter')
    await heading(page, '/bank')
    const { tokenDetails } = JSON.parse(stall.counter.bodies[0] ?? '').paymentMode
    expect(opened(tokenDetails.encryptedCvv)).toBe('508')
  })
})

it('goes to a bank that was found by name; one that is down cannot be chosen', async () => {
  const page = await stall.visit(`order=${next()}`)
  await method(page, 'Net banking')
  expect(await page.getByLabel('Bank of Baroda').isDisabled()).toBe(true)
  await page.getByLabel('Search for your bank').fill('kotak')
  await page.getByLabel('Kotak Mahindra Bank').check()
  await page.getByRole('button', { name: 'Pay ₹1,49,950.00' }).click()
  await heading(page, '/bank')
  expect(JSON.parse(stall.counter.bodies[0] ?? '')).toEqual({ paymentMode: { type: 'NET_BANKING', bankId: 'KKBK' } })
})
