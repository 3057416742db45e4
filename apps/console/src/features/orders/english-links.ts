import { plural } from '../../i18n/plural.ts'

/** Payment links: sending one, reminding of it, cancelling it. */
export const linksEnglish = {
  send: {
    open: 'Send a link…',
    title: 'Send a payment link',
    create: 'Create the link',
    createAndSend: 'Create and send',
    cart: 'Cart',
    amount: 'Amount',
    phone: 'Phone number of the payer',
    phoneHint: 'Ten digits, or with the country code. The gateway does not store it.',
    badPhone: 'Enter ten digits, or the number with its country code: +919000000001.',
    email: (isNeeded: boolean) => `E-mail address of the payer${isNeeded ? '' : ' (optional)'}`,
    noEmail: 'Enter the address that gets the message.',
    badEmail: 'Enter an e-mail address, such as name@shop.example.',
    name: 'Name of the payer (optional)',
    description: 'What it is for (optional)',
    descriptionHint: 'The payer sees it.',
    life: 'The link can be paid for',
    days: (days: number) => plural(days, 'day'),
    failed: 'The link was not created.',
    unknown: 'It is not known whether the link was created. Sending the form again is safe: it is the same link.',
  },
  created: {
    done: 'The link is created.',
    link: 'Link',
    what: 'payment link',
    order: 'Order',
    until: 'Can be paid until',
    copy: 'Copy the link',
    close: 'Close',
  },
  channels: {
    legend: 'The provider sends the link',
    SMS: 'By SMS',
    EMAIL: 'By e-mail',
    missing: 'Choose one.',
    nobody: 'Nobody gets a message: you hand the link out yourself.',
  },
  remind: {
    open: 'Remind the payer…',
    title: 'Remind the payer',
    action: 'Send the link again',
    text: (amount: string) =>
      `The provider sends the link of ${amount} once more, to the number and address that it was given. It limits how often.`,
    done: 'The link was sent again.',
    failed: 'The link was not sent, or it is not known.',
  },
  cancel: {
    open: 'Cancel link…',
    title: 'Cancel the link',
    text: (amount: string) => `The link of ${amount} can be paid no more. A payment that is running now is refunded.`,
    done: 'The link is cancelled.',
    paid: 'The link was paid before: it is not cancelled.',
    failed: 'The link was not cancelled, or it is not known.',
  },
}
