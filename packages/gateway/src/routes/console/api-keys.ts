import { API_KEY_SCOPES, type CreateApiKey } from '@galla/contract/gateway-api/api-keys'
import { z } from 'zod'
import { apiKeys, createApiKey, revokeApiKey } from '../../services/access/api-keys.ts'
import type { HandlersOf } from './context.ts'

/** The service checks the values. */
const CREATE = z.strictObject({
  name: z.string(),
  scopes: z.array(z.enum(API_KEY_SCOPES)),
  expiresAtMs: z.exactOptional(z.number()),
  callsPerSec: z.exactOptional(z.number()),
  allowedNetworks: z.exactOptional(z.array(z.string())),
}) satisfies z.ZodType<CreateApiKey>

export const apiKeyRoutes = {
  'GET /api-keys': { handle: async ({ context }) => ({ rows: await apiKeys(context.gateway) }) },
  'POST /api-keys': { body: CREATE, handle: ({ context, body }) => createApiKey(context.gateway, body) },
  'POST /api-keys/:keyId/revoke': {
    handle: ({ context, params: { keyId = '' } }) => revokeApiKey(context.gateway, keyId),
  },
} satisfies HandlersOf<'GET /api-keys' | 'POST /api-keys' | 'POST /api-keys/:keyId/revoke'>
