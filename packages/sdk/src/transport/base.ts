import { GallaError } from '../errors/galla-error.ts'
import type { Base } from './port.ts'

/** Takes a base address apart, once. Plain http is for this machine only: a secret does not cross a network in the clear. */
export function parseBase(address: string, field: string): Base {
  let url: {
    protocol: string
    hostname: string
    port: string
    host: string
    pathname: string
    search: string
    hash: string
    username: string
    password: string
  }
  try {
    url = new URL(address)
  } catch {
    throw wrong(field, 'is not an address; write it like https://api.example.com/apis/pg')
  }
  const secure = url.protocol === 'https:'
  if (!secure && url.protocol !== 'http:') throw wrong(field, 'must begin with https://')
  if (!secure && !isLoopback(url.hostname))
    throw wrong(field, 'must be https: plain http is accepted for this machine only')
  if (url.username || url.password || url.search || url.hash) throw wrong(field, 'must hold no user, query or fragment')
  const pathPrefix = url.pathname.replace(/\/+$/, '')
  return {
    href: `${url.protocol}//${url.host}${pathPrefix}`,
    secure,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 443 : 80),
    host: url.host,
    pathPrefix,
  }
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(?:\.\d{1,3}){3}$/.test(hostname)
  )
}

function wrong(field: string, why: string): GallaError {
  return new GallaError({ kind: 'invalid-request', field, message: `${field} ${why}`, outcome: 'not-sent' })
}
