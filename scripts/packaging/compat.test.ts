import { tokenResponse } from '@galla/testkit/factories'
import { json } from '@galla/testkit/scripted-answers'
import { startScriptedServer } from '@galla/testkit/scripted-server'
import { describe, expect, it } from 'vitest'
import { node } from '../lib/run.mjs'
import { installedProject, WITHOUT_NETWORK } from './merchant-project.ts'

const BODY = `
const client = StandardCheckoutClient.getInstance('tea-stall', 'secret', 1, Env.SANDBOX)
client.getOrderStatus('order-1').catch((error) => {
  const family = [error instanceof ResourceNotFound, error instanceof PhonePeException]
  console.log(JSON.stringify([error.constructor.name, error.type, error.httpStatusCode, error.code, ...family]))
})
`
const NAMES = '{ Env, PhonePeException, ResourceNotFound, StandardCheckoutClient }'

describe('the packed compat entry', () => {
  const project = installedProject(['sdk'], WITHOUT_NETWORK, {
    'read.mjs': `import ${NAMES} from '@galla/sdk/compat'\n${BODY}`,
    'read.cjs': `const ${NAMES} = require('@galla/sdk/compat')\n${BODY}`,
  })

  it.each(['read.mjs', 'read.cjs'])(
    'runs unchanged code against another host and keeps the class names: %s',
    async (program) => {
      await using server = await startScriptedServer()
      server.on('POST /v1/oauth/token', json(200, tokenResponse())).otherwise(json(404, { code: 'ORDER_NOT_FOUND' }))
      const ran = await node([program], { cwd: project.path, env: { ...process.env, GALLA_HOSTS: server.origin } })
      expect(JSON.parse(ran.output)).toEqual([
        'ResourceNotFound',
        'ResourceNotFound',
        404,
        'ORDER_NOT_FOUND',
        true,
        true,
      ])
    },
  )
})
