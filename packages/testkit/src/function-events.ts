/** The fields of an event that a receiver of callbacks reads. */
interface FunctionEvent {
  /** Absent in the event of a load balancer with multi-value headers. */
  readonly headers?: { readonly [name: string]: string | readonly string[] | undefined }
  readonly multiValueHeaders?: { readonly [name: string]: readonly string[] | undefined }
  readonly body: string | null
  readonly isBase64Encoded: boolean
}

type Sent = { readonly [name: string]: string }
type EventOf<Event> = (headers: Sent, body: string) => Event

const HOST = 'abcdefghij.execute-api.ap-south-1.amazonaws.com'
const CLIENT = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-port': '443', 'x-forwarded-proto': 'https' }
const JSON_BODY = { accept: '*/*', 'content-type': 'application/json' }

const mapNames = (headers: Sent, rename: (name: string) => string): Sent =>
  Object.fromEntries(Object.entries(headers).map(([name, text]) => [rename(name), text]))
/** `X-Phonepe-Checksum-Key-Id` */
const capitals = (name: string) => name.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase())
const asLists = (headers: Sent) => Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, [text]]))

/** Format 1.0 of AWS's guide to Lambda proxy integrations: a REST API keeps the case in which names were sent. */
const version1: EventOf<FunctionEvent> = (sent, body) => {
  const headers = mapNames({ ...JSON_BODY, ...CLIENT, host: HOST, ...sent }, capitals)
  return {
    ...{ resource: '/{proxy+}', path: '/callbacks', httpMethod: 'POST', queryStringParameters: null },
    ...{ pathParameters: { proxy: 'callbacks' }, stageVariables: null },
    ...{ requestContext: { apiId: 'abcdefghij', stage: 'prod', requestTimeEpoch: 1_750_000_000_000 } },
    ...{ headers, multiValueHeaders: asLists(headers), body, isBase64Encoded: false },
  }
}

/** Format 2.0 of the same guide: names in lower case. */
const version2: EventOf<FunctionEvent> = (sent, body) => ({
  ...{ version: '2.0', routeKey: '$default', rawPath: '/callbacks', rawQueryString: '' },
  ...{ requestContext: { apiId: 'abcdefghij', http: { method: 'POST', path: '/callbacks' }, stage: '$default' } },
  headers: { ...JSON_BODY, ...CLIENT, host: HOST, ...sent },
  ...{ body, isBase64Encoded: false },
})

/** Format 2.0, as AWS's guide to function URLs shows it. */
const functionUrl: EventOf<FunctionEvent> = (sent, body) => {
  const domainName = 'abcdefghij.lambda-url.ap-south-1.on.aws'
  const http = { method: 'POST', path: '/callbacks', protocol: 'HTTP/1.1', sourceIp: '203.0.113.7' }
  return {
    ...{ version: '2.0', routeKey: '$default', rawPath: '/callbacks', rawQueryString: '' },
    ...{ requestContext: { apiId: 'abcdefghij', domainName, http, stage: '$default' } },
    headers: { ...JSON_BODY, ...CLIENT, host: domainName, 'x-amzn-trace-id': 'Root=1-5bdb40ca', ...sent },
    ...{ body, isBase64Encoded: false },
  }
}

const ALB = {
  ...{ httpMethod: 'POST', path: '/callbacks' },
  requestContext: {
    elb: {
      targetGroupArn: 'arn:aws:elasticloadbalancing:ap-south-1:123456789012:targetgroup/callbacks/6d0ecf831eec9f09',
    },
  },
}

/** The event of AWS's guide to Lambda functions as targets of a load balancer. */
const loadBalancer: EventOf<FunctionEvent> = (sent, body) => ({
  ...{ ...ALB, queryStringParameters: {} },
  headers: { ...JSON_BODY, ...CLIENT, host: 'lambda-alb.ap-south-1.elb.amazonaws.com', ...sent },
  ...{ body, isBase64Encoded: false },
})

/** The same with multi-value headers turned on in the target group: it has no `headers`. */
const multiValueLoadBalancer: EventOf<FunctionEvent> = (sent, body) => ({
  ...{ ...ALB, multiValueQueryStringParameters: {} },
  multiValueHeaders: asLists({ ...JSON_BODY, ...CLIENT, host: 'lambda-alb.ap-south-1.elb.amazonaws.com', ...sent }),
  ...{ body, isBase64Encoded: false },
})

/** The Lambda-compatible event of Netlify's guide to functions. A dump of one has `host` as a list. */
const netlify: EventOf<FunctionEvent> = (sent, body) => {
  const headers = { ...JSON_BODY, ...CLIENT, 'x-nf-client-connection-ip': '203.0.113.7', ...sent }
  return {
    ...{ path: '/callbacks', httpMethod: 'POST', queryStringParameters: {}, rawUrl: 'https://shop.example/callbacks' },
    ...{ headers: { ...headers, host: ['shop.example'] }, multiValueHeaders: asLists(headers) },
    ...{ body, isBase64Encoded: false },
  }
}

const encoded =
  (eventOf: EventOf<FunctionEvent>): EventOf<FunctionEvent> =>
  (headers, body) => ({
    ...eventOf(headers, body),
    body: Buffer.from(body).toString('base64'),
    isBase64Encoded: true,
  })

/** Events of function platforms for a request with these headers and this body. */
export const FUNCTION_EVENTS: readonly (readonly [platform: string, eventOf: EventOf<FunctionEvent>])[] = [
  ['API Gateway v1', version1],
  ['API Gateway v1, in base64', encoded(version1)],
  ['API Gateway v2', version2],
  ['API Gateway v2, in base64', encoded(version2)],
  ['function URL', functionUrl],
  ['function URL, in base64', encoded(functionUrl)],
  ['load balancer', loadBalancer],
  ['load balancer, in base64', encoded(loadBalancer)],
  ['load balancer with multi-value headers', multiValueLoadBalancer],
  ['load balancer with multi-value headers, in base64', encoded(multiValueLoadBalancer)],
  ['Netlify', netlify],
  ['Netlify, in base64', encoded(netlify)],
]

/** The request of a function on a platform with web requests. Azure's request has these members of a web `Request`, but not all members. */
interface WebRequest {
  readonly headers: Headers
  text(): Promise<string>
  arrayBuffer(): Promise<ArrayBuffer>
}

const webRequest: EventOf<WebRequest> = (headers, body) =>
  new Request('https://shop.example/callbacks', { method: 'POST', headers, body })

const azureRequest: EventOf<WebRequest> = (headers, body) => {
  const request = webRequest(headers, body)
  return {
    ...{ method: 'POST', url: 'https://shop.example/callbacks', params: {}, user: null, headers: request.headers },
    ...{ text: () => request.text(), arrayBuffer: () => request.arrayBuffer() },
  }
}

/** Requests of function platforms that hand over a web request. */
export const WEB_REQUESTS: readonly (readonly [platform: string, requestOf: EventOf<WebRequest>])[] = [
  ['Netlify functions 2.0', webRequest],
  ['Vercel', webRequest],
  ['Azure Functions v4', azureRequest],
]

/** The request of a function whose platform parses JSON first and keeps the body as received. */
interface RawBodyRequest {
  readonly headers: { readonly [name: string]: string }
  readonly body: unknown
  readonly rawBody: string | Uint8Array
}

/** Google's Functions Framework: an Express request, with `rawBody` as a Buffer. Firebase has the same. */
const google: EventOf<RawBodyRequest> = (headers, body) => ({
  ...{ method: 'POST', path: '/callbacks', headers: { ...JSON_BODY, ...CLIENT, ...headers } },
  ...{ body: JSON.parse(body), rawBody: Buffer.from(body) },
})

/** The request of Azure's programming model v3, with `rawBody` as text. */
const azureV3: EventOf<RawBodyRequest> = (headers, body) => ({
  ...{ method: 'POST', url: 'https://azure.shop.example/api/callbacks', query: {}, params: {} },
  ...{ headers: { ...JSON_BODY, ...CLIENT, ...headers }, body: JSON.parse(body), rawBody: body },
})

/** Requests of function platforms that have parsed the body. */
export const RAW_BODY_REQUESTS: readonly (readonly [platform: string, requestOf: EventOf<RawBodyRequest>])[] = [
  ['Google Cloud Functions', google],
  ['Azure Functions v3', azureV3],
]
