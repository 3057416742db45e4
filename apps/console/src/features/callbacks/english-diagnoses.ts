/** Why a webhook was refused, by the reason: in a few words, the gateway's observation, and the next steps, the most likely step first. Code is in backquotes. */
export const diagnosesEnglish = {
  'wrong-authorization': {
    title: 'Wrong user name or password',
    text: 'The request has an Authorization header, but it is not the SHA-256 of the configured user name and password. Either the two sides have different credentials, or the request is not from the provider.',
    steps: {
      compare:
        'Compare the user name and password of the webhook in the provider’s dashboard with `callbackCredentials` of createGateway, character by character: a trailing space counts.',
      rotation:
        'If the password was changed recently, configure the old pair beside the new one: webhooks that were sent before the change still carry the old one.',
      environment: 'Check the environment: the dashboard has separate webhooks for testing and for production.',
    },
  },
  'missing-authorization': {
    title: 'No Authorization header',
    text: 'The header that authenticates the provider is missing.',
    steps: {
      proxy:
        'Check the proxy in front of the gateway: many proxies, gateways and serverless platforms remove the Authorization header or use it themselves. Forward it for this path.',
      redirect:
        'Open the address in the dashboard: a redirect, from http to https or to a path with a trailing slash, loses the header.',
      client:
        'If the headers below name another client, the request was not from the provider and was refused correctly.',
    },
  },
  'missing-signature': {
    title: 'No signature',
    text: 'Only a secret key is configured, and the request has no x-phonepe-checksum-signature header.',
    steps: {
      choose:
        'In the dashboard, choose signed webhooks for this address. If the webhooks use a user name and password, configure both here as well.',
      proxy: 'Check whether a proxy removes unknown headers.',
    },
  },
  'wrong-signature': {
    title: 'The signature does not match the body',
    text: 'The signature header is not the signature of the received bytes. The signature does not contain the time, so a wrong clock is not the cause.',
    steps: {
      body: 'Check whether the body was changed: a parser, firewall or proxy that reserializes JSON changes spaces and the order of fields, so the signature no longer matches. The gateway needs the original bytes.',
      key: 'Compare the secret key with the dashboard’s. During a change of the key, configure both.',
    },
  },
  'unknown-key': {
    title: 'Signed with an unknown key',
    text: 'The id of the signing key is not among the configured keys.',
    steps: {
      add: 'Add the key with this id from the dashboard to `callbackCredentials`, beside the old one; remove the old one when no webhook uses it any more.',
    },
  },
  'no-secrets': {
    title: 'No credentials are configured',
    text: 'The gateway cannot verify webhooks. It answered with an error, so the provider sends this one again.',
    steps: {
      configure:
        'Configure the user name and password, or the secret key, of the dashboard as `callbackCredentials` of createGateway. The provider repeats webhooks that failed.',
    },
  },
  'body-already-parsed': {
    title: 'The body was already parsed',
    text: 'A middleware in front of the gateway parsed the body, so the original bytes are lost. The gateway answered with an error, so the provider sends this webhook again.',
    steps: {
      mount: 'Mount the gateway before express.json(), or use its adapter for your framework.',
    },
  },
  'not-json': {
    title: 'Authentic, but not JSON',
    text: 'The request is authentic, but its body is not a JSON object.',
    steps: {
      report:
        'Report it to the provider’s support, with the time of this webhook. The gateway polls the status of the order independently.',
    },
  },
  'too-large': {
    title: 'Too large',
    text: 'The body is larger than any webhook of the provider.',
    steps: {
      find: 'Find out who sends requests to this address. A webhook has a few kilobytes.',
    },
  },
}
