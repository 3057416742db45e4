import { checkNames } from './check-names.ts'
import { LIMITED_REQUESTERS, type RefundControls } from './domain/refunds/controls.ts'
import { invalidOption } from './errors.ts'

const CONTROL_NAMES = Object.keys({
  approvalAbove: true,
  programApprovalAbove: true,
  dailyLimits: true,
  approvalHours: true,
  samePersonDays: true,
  confirmAbove: true,
} satisfies { [Name in keyof Required<RefundControls>]: true })

/** @throws GatewayError INVALID_OPTION */
export function checkRefundControls(controls: RefundControls): void {
  if (typeof controls !== 'object' || controls === null) throw invalidOption('refundControls', 'must be an object')
  checkNames(controls, CONTROL_NAMES, 'option', 'refundControls.')
  const { dailyLimits = {}, approvalHours, samePersonDays, ...amounts } = controls
  if (typeof dailyLimits !== 'object' || dailyLimits === null)
    throw invalidOption('refundControls.dailyLimits', 'must be an object')
  checkNames(dailyLimits, LIMITED_REQUESTERS, 'option', 'refundControls.dailyLimits.')
  const limits = Object.entries(dailyLimits).map(([name, value]) => [`dailyLimits.${name}`, value] as const)
  for (const [name, value] of [...Object.entries(amounts), ...limits])
    if (value !== undefined && (!Number.isSafeInteger(value) || value < 0))
      throw invalidOption(`refundControls.${name}`, 'must be whole paise, 0 or more: 500000 is ₹5,000')
  if (approvalHours !== undefined && !(Number.isInteger(approvalHours) && approvalHours >= 1 && approvalHours <= 720))
    throw invalidOption('refundControls.approvalHours', 'must be a whole number of hours, 1 to 720')
  if (
    samePersonDays !== undefined &&
    !(Number.isInteger(samePersonDays) && samePersonDays >= 0 && samePersonDays <= 365)
  )
    throw invalidOption('refundControls.samePersonDays', 'must be a whole number of days, 0 to 365')
}
