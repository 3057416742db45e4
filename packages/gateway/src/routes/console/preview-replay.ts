import { z } from 'zod'
import { serial } from '../../http/schemas.ts'
import { previewReplay as preview } from '../../services/replay.ts'
import type { Route } from './routes.ts'

export const CALLBACK_IDS = z.strictObject({ callbackIds: z.array(serial).min(1) })

export const previewReplay: Route<'POST /callbacks/replay-preview'> = {
  body: CALLBACK_IDS,
  answer: ({ desk, body }) => preview(desk.context, body.callbackIds),
}
