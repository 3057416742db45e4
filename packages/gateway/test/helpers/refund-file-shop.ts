import type { Page } from '@galla/contract/gateway-api/orders'
import type { RefundFile, RefundFileRow } from '@galla/contract/gateway-api/refund-files'
import type { RefundControls } from '../../src/domain/refunds/controls.ts'
import { createPaidOrder, setupConsoles } from './console-gateway.ts'

/** Returns the result of each row of a file, or the code of its refusal. */
export const results = (rows: readonly RefundFileRow[]) => rows.map(({ result, code }) => code ?? result)

/** Consoles with paid orders, to which files of refunds are uploaded. */
export function setupRefundFiles() {
  const { createGatewayWithConsole } = setupConsoles()

  /** A gateway with paid orders `cart-1` and so on; files are uploaded by the admin. */
  async function openShop(orders: number, refundControls: RefundControls = {}, gateway: object = {}) {
    const opened = await createGatewayWithConsole({
      sandbox: { refundTiming: false },
      gateway: { refundControls, ...gateway },
    })
    const { testGateway, request, get, post } = opened
    const ids: string[] = []
    for (let at = 1; at <= orders; at += 1) ids.push(await createPaidOrder(testGateway, `cart-${at}`))
    const upload = (text: string, name = 'returns.csv') => post<RefundFile>('/refund-files', { name, text })
    const rowsOf = async ({ fileId }: RefundFile) =>
      (await get<Page<RefundFileRow>>(`/refund-files/${fileId}/rows?limit=500`)).rows
    const start = ({ fileId }: RefundFile) => request('POST', `/refund-files/${fileId}/start`)
    /** Uploads, starts and runs a file, and returns it as it is then. */
    const run = async (text: string) => {
      const file = await upload(text)
      await start(file)
      await testGateway.drainJobs()
      return get<RefundFile>(`/refund-files/${file.fileId}`)
    }
    const csv = async ({ fileId }: RefundFile) => (await request('GET', `/refund-files/${fileId}/results.csv`)).text()
    return { ...opened, ids, upload, rowsOf, start, run, csv }
  }
  return openShop
}
