/** The page of the telemetry. */
export const telemetryEnglish = {
  title: 'Telemetry',
  counts: 'the counts',
  on: 'The client sends reports to the provider.',
  off: 'No report was sent since this process started.',
  about: 'About telemetry',
  reports:
    'The SDK reports its own calls to the provider: the endpoint, the result and the duration. Reports are sent in batches of ten, once a second, and never delay a call. They contain no secrets, cards and payers.',
  usage:
    'Telemetry is off by default and available in PRODUCTION only. Payments do not need it. The provider’s support may ask you to turn it on:',
  turnOn: 'Turn telemetry on',
  sent: { name: 'Sent', text: 'Accepted by the provider.' },
  failed: { name: 'Failed', text: 'Not accepted. They stay in the queue and are sent again until it is full.' },
  dropped: { name: 'Dropped', text: 'The queue holds 20,000 reports, and drops the rest.' },
}
