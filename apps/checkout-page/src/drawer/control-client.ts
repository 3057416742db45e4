import type { SimulatePayment } from '@galla/contract/sandbox-api/outcomes'
import type { OutcomeRule } from '@galla/contract/sandbox-api/routes'

/** The sandbox's control API, as far as the drawer needs it. Each call tells whether the sandbox took it. */
export async function simulatePayment(merchantOrderId: string, settle: SimulatePayment): Promise<boolean> {
  return (await ask('POST', `/orders/${encodeURIComponent(merchantOrderId)}/simulate`, settle)) !== undefined
}

export async function advanceClock(advanceMs: number): Promise<boolean> {
  return (await ask('POST', '/clock', { advanceMs })) !== undefined
}

export async function outcomeRules(): Promise<OutcomeRule[] | undefined> {
  const reply = await ask('GET', '/outcomes')
  return (reply as { rules: OutcomeRule[] } | undefined) && (reply as { rules: OutcomeRule[] }).rules
}

async function ask(method: string, path: string, body?: object): Promise<unknown> {
  try {
    const response = await fetch(`/_sandbox${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}
