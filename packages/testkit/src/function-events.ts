/** The fields of an event that a receiver of callbacks reads. */
interface FunctionEvent {
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined }
  readonly body: string | null
  readonly isBase64Encoded: boolean
}

type EventOf = (headers: { readonly [name: string]: string }, body: string) => FunctionEvent

const HOST = 'abcdefghij.execute-api.ap-south-1.amazonaws.com'

/** `x-phonepe-checksum-key-id` as a REST API of API Gateway passes it on: in the case in which it was sent. */
const asSent = (name: string) => name.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase())

const valuesOf = (headers: object, value: (text: string) => unknown) =>
  Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, value(String(text))]))

/** An event of a REST API: format version 1.0 of AWS's guide to Lambda proxy integrations. */
const version1: EventOf = (sent, body) => {
  const headers = {
    Accept: '*/*',
    'Content-Type': 'application/json',
    Host: HOST,
    'X-Forwarded-For': '203.0.113.7',
    ...Object.fromEntries(Object.entries(sent).map(([name, value]) => [asSent(name), value])),
  }
  return {
    ...{ resource: '/{proxy+}', path: '/callbacks', httpMethod: 'POST', queryStringParameters: null },
    ...{ pathParameters: { proxy: 'callbacks' }, stageVariables: null },
    ...{
      requestContext: { apiId: 'abcdefghij', httpMethod: 'POST', stage: 'prod', requestTimeEpoch: 1_750_000_000_000 },
    },
    headers,
    multiValueHeaders: valuesOf(headers, (value) => [value]),
    body,
    isBase64Encoded: false,
  } as FunctionEvent
}

/** An event of an HTTP API or a function URL: format version 2.0. */
const version2: EventOf = (sent, body) =>
  ({
    ...{ version: '2.0', routeKey: '$default', rawPath: '/callbacks', rawQueryString: '' },
    ...{ requestContext: { apiId: 'abcdefghij', http: { method: 'POST', path: '/callbacks' }, stage: '$default' } },
    headers: {
      accept: '*/*',
      'content-type': 'application/json',
      host: HOST,
      'x-forwarded-for': '203.0.113.7',
      ...sent,
    },
    body,
    isBase64Encoded: false,
  }) as FunctionEvent

const encoded =
  (eventOf: EventOf): EventOf =>
  (headers, body) => ({
    ...eventOf(headers, body),
    body: Buffer.from(body).toString('base64'),
    isBase64Encoded: true,
  })

const multiValue: EventOf = (headers, body) => {
  const event = version1(headers, body)
  return { ...event, headers: (event as unknown as { multiValueHeaders: FunctionEvent['headers'] }).multiValueHeaders }
}

/** Events of function platforms for a request with these headers and this body. */
export const FUNCTION_EVENTS: readonly (readonly [platform: string, eventOf: EventOf])[] = [
  ['API Gateway v1', version1],
  ['API Gateway v1, by its multiValueHeaders', multiValue],
  ['API Gateway v1, in base64', encoded(version1)],
  ['API Gateway v2', version2],
  ['API Gateway v2, in base64', encoded(version2)],
]
