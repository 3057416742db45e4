import type { Text } from './files.ts'
import { isTest } from './files.ts'
import type { Violation } from './violation.ts'

/** Names that nobody can register: RFC 2606, RFC 6761 and `internal`; a name without a dot, and an IP address. */
const RESERVED =
  /^[^.]*$|\.(?:example|test|localhost|invalid|internal)$|(?:^|\.)example\.(?:com|net|org)$|^[\d.]+$|^\[/i

/** Hosts of others that exist. */
const PUBLIC_HOSTS = new Set([
  'schemas.openid.net',
  'accounts.google.com',
  'cloud.google.com',
  'docs.aws.amazon.com',
  'docs.renovatebot.com',
  'docs.yugabyte.com',
  'json-schema.org',
  'learn.microsoft.com',
  'modelcontextprotocol.io',
  'razorpay.com',
  'scripts.sil.org',
  'www.apache.org',
  'www.cockroachlabs.com',
  'www.conventionalcommits.org',
  'www.postgresql.org',
  'www.psycopg.org',
  'www.standardwebhooks.com',
  'www.usebruno.com',
  'www.w3.org',
])
const PROVIDER = /^(?:[\w-]+\.)*phonepe\.com$/i

/** Owners on GitHub who exist. */
const GITHUB_OWNERS = new Set(['PhonePe', 'notofonts', 'patroni'])

/** `https://user@host:443/path`, and hosts of repositories and their pages also without a scheme. */
const ADDRESS =
  /(?:https?:\/\/(?:[^\s/"'`@<>]*@)?|(?<![\w./@-])(?=(?:www\.)?github\.com\/|[\w-]+\.github\.io\b))([\w.-]+|\[[\d:a-f]+\])(?::\d+)?(\/[^\s"'`)>\]}]*)?/gi

const isOwned = (host: string, path: string) =>
  host === 'github.com'
    ? GITHUB_OWNERS.has(path.split('/')[1] ?? '')
    : RESERVED.test(host) || PROVIDER.test(host) || PUBLIC_HOSTS.has(host.toLowerCase())

/** Addresses that lead to a host or an owner that is not known to exist: who registers it decides what merchants read. */
export function unownedAddresses(texts: readonly Text[]): Violation[] {
  return texts
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) =>
        [...line.matchAll(ADDRESS)]
          .filter(([, host = '', rest = '']) => !isOwned(host.replace(/\.$/, ''), rest))
          .map(([found]) => ({
            file: path,
            line: index + 1,
            found,
            rule: 'an address belongs to somebody who exists, or can belong to nobody',
            fix: 'link to a file by a relative path, use a name below .example, or add the host to PUBLIC_HOSTS when it exists',
          })),
      ),
    )
}
