import { readFileSync } from 'node:fs'
import { tokenResponse } from '@galla/testkit/factories'
import { json } from '@galla/testkit/scripted-answers'
import { startScriptedServer } from '@galla/testkit/scripted-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at } from '../lib/paths.mjs'
import { node } from '../lib/run.mjs'
import { emptyProject, installPackedSdk } from './merchant-project.ts'

/** Code written for the official package; this project has no types of a runtime. */
const [, sample = ''] = readFileSync(at('packages/sdk/test/compat/samples/official-style.ts'), 'utf8').split('`')
const SAMPLE = `declare const process: { env: { [name: string]: string | undefined } }
declare const console: { log(...values: unknown[]): void }
${sample.replaceAll('OFFICIAL_PACKAGE', '@galla/sdk/compat')}`

const BODY = `
const client = StandardCheckoutClient.getInstance('tea-stall', 'secret', 1, Env.SANDBOX)
client.getOrderStatus('order-1').catch((error) => {
  const family = [error instanceof ResourceNotFound, error instanceof PhonePeException]
  console.log(JSON.stringify([error.constructor.name, error.type, error.httpStatusCode, error.code, ...family]))
})
`
const NAMES = '{ Env, PhonePeException, ResourceNotFound, StandardCheckoutClient }'

describe('the packed compat entry', () => {
  const project = emptyProject()
  beforeAll(async () => {
    await installPackedSdk(project)
    project.write({
      'esm.mts': SAMPLE,
      'cjs.cts': SAMPLE,
      'read.mjs': `import ${NAMES} from '@galla/sdk/compat'\n${BODY}`,
      'read.cjs': `const ${NAMES} = require('@galla/sdk/compat')\n${BODY}`,
    })
  })
  afterAll(() => project.remove())

  it.each(['nodenext', 'node16'])(
    'compiles code for the official package strictly, as both kinds of module, under %s',
    async (module) => {
      const compilerOptions = {
        target: 'es2022',
        lib: ['es2022'],
        types: [],
        strict: true,
        skipLibCheck: false,
        noEmit: true,
        module,
      }
      project.write({ 'tsconfig.json': JSON.stringify({ compilerOptions, files: ['esm.mts', 'cjs.cts'] }) })
      const compiled = await node([at('node_modules/typescript/bin/tsc'), '-p', project.path, '--pretty', 'false'])
      expect(compiled).toMatchObject({ ok: true, output: '' })
    },
  )

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
