import { createHash } from 'node:crypto'
import type { GatewayContext } from '../../context.ts'
import { controlsText } from '../../domain/refunds/controls.ts'

/** Digest of the limits of refunds of a process, by which processes are compared. */
export const controlsDigest = ({ refundControls = {} }: Pick<GatewayContext, 'refundControls'>): string =>
  createHash('sha256').update(controlsText(refundControls)).digest('base64url')
