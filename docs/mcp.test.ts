import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { GatewayClient } from '../packages/cli/src/mcp/gateway-client.ts'
import { readMcpSettings } from '../packages/cli/src/mcp/settings.ts'
import type { Tool } from '../packages/cli/src/mcp/tool.ts'
import { docsTools } from '../packages/cli/src/mcp/tools/docs.ts'
import { operationTools } from '../packages/cli/src/mcp/tools/operations.ts'
import { orderTools } from '../packages/cli/src/mcp/tools/orders.ts'
import { refundTools } from '../packages/cli/src/mcp/tools/refunds.ts'
import { sandboxTools } from '../packages/cli/src/mcp/tools/sandbox.ts'

const guide = readFileSync(join(import.meta.dirname, 'mcp.md'), 'utf8')
const KEY = `galla_test_${'0'.repeat(56)}`

/** A client whose tools are only listed. */
const unused: GatewayClient = {
  call: () => Promise.reject(new Error('no gateway is here')),
  url: 'http://127.0.0.1:4600/merchant',
  rights: { scopes: [], environment: 'SANDBOX' },
  page: () => undefined,
}

describe('the guide for agents', () => {
  test('names each tool with the scope that it needs', () => {
    const tools: Tool[] = [
      ...[...orderTools(unused), ...refundTools(unused), ...operationTools(unused)],
      ...sandboxTools(() => Promise.reject(new Error('no sandbox is here')), ''),
      ...docsTools([]),
    ]
    const [, table = ''] = guide.split('| Tool | Scope |')
    const listed = table
      .split('\n\n')[0]
      ?.split('\n')
      .filter((row) => row.startsWith('| `'))
      .flatMap((row) => {
        const [, names = '', scope = ''] = row.split('|')
        return [...names.matchAll(/`(\w+)`/g)].map(([, name]) => `${name} ${scope.trim().replaceAll('`', '')}`)
      })
    expect(listed?.sort()).toEqual(tools.map(({ name, scope = 'none' }) => `${name} ${scope}`).sort())
  })

  test.each([...guide.matchAll(/"args": (\[.*\])/g), ...guide.matchAll(/^args = (\[.*\])/gm)].map(([, args]) => args))(
    'shows arguments that the command takes: %s',
    (text = '[]') => {
      const [program, command, option, url] = JSON.parse(text) as string[]
      expect([program, command, option]).toEqual(['galla', 'mcp', '--url'])
      const io = { env: { GALLA_MCP_KEY_FILE: '/etc/galla/assistant.key' } }
      const read = readMcpSettings(io, { url }, () => `${KEY}\n`)
      expect(read.gateway).toEqual({ url, key: KEY })
    },
  )

  test('shows settings that are JSON', () => {
    const blocks = [...guide.matchAll(/```json\n(.+?)```/gs)].map(([, text = '']) => JSON.parse(text))
    expect(blocks).toHaveLength(2)
  })
})
