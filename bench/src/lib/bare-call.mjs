import { Agent, request } from 'node:http'
import { API_HEADERS } from './inputs.mjs'

/** The cheapest call of a Node program: node:http, one keep-alive agent, JSON.parse, a constant token. */
export function bareCalls(origin, token = `O-Bearer ${'x'.repeat(180)}`) {
  const { hostname, port } = new URL(origin)
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
