import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, DARK, PHONE } from '../helpers/console-browser.ts'

let app: ConsoleApp
let browser: ConsoleBrowser
beforeAll(async () => {
  app = await startConsoleApp({ gateway: { refundControls: { approvalAbove: 20_000, confirmAbove: 20_000 } } })
  browser = new ConsoleBrowser(app)
})
afterEach(() => browser.closePages())
afterAll(() => app?.close())

it('asks a second person above the amount, and shows both on the refund and the order', async () => {
  const { merchantOrderId } = await app.shop.payOrder()
  const { page } = await browser.open(`/orders/${merchantOrderId}?action=refund`)
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByLabel('Amount in rupees').fill('300')
  await dialog.getByText('Above ₹200.00 another person has to approve it').waitFor()
  await dialog.getByLabel('Reason (required)').selectOption('Damaged')
  await dialog.getByRole('button', { name: 'Ask for approval of ₹300.00' }).click()
  await dialog.getByText('Type the id of this order').waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('Type the order id to confirm').fill(merchantOrderId)
  await dialog.getByRole('button', { name: 'Ask for approval of ₹300.00' }).click()
  await dialog.getByText('Waits for approval.').waitFor()
  await dialog.getByText('₹499.00 paid, ₹0.00 refunded, ₹300.00 reserved, ₹199.00 refundable').waitFor()
  // The form with the focused button is gone: the focus is on what took its place.
  expect(
    await dialog.evaluate((element) => element !== document.activeElement && element.contains(document.activeElement)),
  ).toBe(true)
  const content = dialog.locator('div.overflow-y-auto')
  expect(await content.evaluate((element) => element.scrollTop)).toBe(0)
  // One's own request can only be withdrawn.
  expect(await dialog.getByRole('button', { name: 'Approve…' }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Withdraw…' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Requested by admin, waits for approval').waitFor()
  // The badge is for who may decide.
  expect(await page.getByRole('link', { name: /^Refunds \d+ to approve/ }).count()).toBe(0)
  await page.goto(`${app.url}/`)
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await attention.getByText('Another person approves or declines them.').waitFor()
  expect(await attention.getByText('Refunds to approve').count()).toBe(0)
  const onItsWay = page.getByRole('region', { name: 'Money on its way' })
  await onItsWay.getByRole('link', { name: '₹0.00 To payers' }).waitFor()
  await onItsWay.getByText('0 open refunds; ₹300.00 more waits for approval').waitFor()
  expect((await app.gateway.refunds.list()).rows).toMatchObject([{ attempts: 0, approval: { state: 'waiting' } }])
})

it('is approved from the list by another person', async () => {
  // As if another person had requested it: the test has one account.
  await app.query(`update galla.refunds set "requestedBy" = 'asha', "requestedById" = 'user_asha'`)
  const { page: wide } = await browser.open('/refunds')
  await wide.getByRole('link', { name: 'Refunds 1 to approve' }).waitFor()
  const { page } = await browser.open('/refunds?state=TO_APPROVE', {
    ...PHONE,
    ...DARK,
    viewport: PHONE.viewport ?? null,
  })
  await page.getByText('₹300.00').first().waitFor()
  await page
    .getByRole('navigation', { name: 'Main pages' })
    .getByRole('link', { name: 'Refunds 1 to approve' })
    .waitFor()
  await expectAccessible(page)
  await expectReflow(page)
  await page.getByRole('row').locator('[data-row]').first().tap()
  const dialog = page.getByRole('dialog', { name: 'Refund', exact: true })
  // Nothing was sent: there is no status to check.
  await dialog.getByRole('button', { name: 'Decline…' }).waitFor()
  expect(await dialog.getByRole('button', { name: 'Check status' }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Decline…' }).click()
  await page.getByRole('dialog', { name: 'Decline the refund' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Decline the refund' }).waitFor({ state: 'detached' })
  expect(await dialog.count()).toBe(1)
  await dialog.getByRole('button', { name: 'Approve…' }).click()
  const decide = page.getByRole('dialog', { name: 'Approve the refund' })
  await decide.getByText('asha', { exact: true }).waitFor()
  await decide.getByText('Damaged', { exact: true }).waitFor()
  await decide.getByLabel('Note (optional)').fill('seen the photo')
  await expectAccessible(page)
  await decide.getByRole('button', { name: 'Approve ₹300.00' }).click()
  await dialog.getByText('asha requested it, admin approved it').waitFor()
  const toast = page.getByText('You have approved the refund.')
  await toast.waitFor()
  // Above the dialog, whose buttons stay in sight however long it is.
  expect(await toast.evaluate((element) => element.closest('[popover]')?.matches(':popover-open'))).toBe(true)
  await expect
    .poll(() =>
      dialog
        .getByRole('button', { name: 'Check status' })
        .evaluate((button) => button.getBoundingClientRect().bottom <= window.innerHeight),
    )
    .toBe(true)
  const [box, check] = await Promise.all(
    [toast, dialog.getByRole('button', { name: 'Check status' })].map((one) => one.boundingBox()),
  )
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(check?.y ?? 0)
  await dialog.getByText('“seen the photo”').waitFor()
  await dialog.getByText('Refunded', { exact: true }).waitFor()
  await expectReflow(page)
})

it('says above which amount a second person approves', async () => {
  const { page } = await browser.open('/refunds?state=TO_APPROVE&merchantOrderId=none')
  await page.getByText('No refund to approve').waitFor()
  await page.getByText('Above ₹200.00 a refund waits here until a second person approves or declines it.').waitFor()
})
