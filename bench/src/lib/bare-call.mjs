import * as http from 'node:http'
import * as https from 'node:https'
import { API_HEADERS } from './inputs.mjs'

/** The cheapest call of a Node program: node:http or node:https, one keep-alive agent, JSON.parse, a constant token. */
export function bareCalls(origin, token = `O-Bearer ${'x'.repeat(180)}`) {
  const { protocol, hostname, port } = new URL(origin)
  const { Agent, request } = protocol === 'https:' ? https : http
  const agent = new Agent({ keepAlive: true })
  const headers = { ...API_HEADERS, authorization: token }
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const more = body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) }
      const outgoing = request({ hostname, port, method, path, agent, headers: more }, (reply) => {
        let text = ''
        reply.setEncoding('utf8')
        reply.on('data', (chunk) => {
          text += chunk
        })
        reply.on('end', () => resolve(JSON.parse(text)))
        reply.on('error', reject)
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })
}
