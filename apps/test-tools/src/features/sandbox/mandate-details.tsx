import { DescriptionList, Detail, QueryView } from '@galla/console/components/page.tsx'
import { Amount, Id, StateBadge } from '@galla/console/components/records.tsx'
import { momentText } from '@galla/console/i18n/format.ts'
import type { SandboxMandate } from '@galla/contract/sandbox-api/mandates'
import { MandateActions } from './mandate-actions.tsx'
import { debitState, debitsByItself, nextDebit, noDebitText, termsText } from './mandate-texts.ts'
import { useSandboxQuery } from './use-sandbox.ts'

/** A moment by the sandbox's clock that may take two lines beside its name. */
const Moment = ({ atMs }: { atMs: number }) => (
  <time dateTime={new Date(atMs).toISOString()} className="tabular-nums">
    {momentText(atMs)}
  </time>
)

/** One mandate of the sandbox, live: its terms and state, what the payer can do, and its debits. */
export function MandateDetails({ merchantSubscriptionId }: { merchantSubscriptionId: string }) {
  const query = useSandboxQuery('GET /mandates/:merchantSubscriptionId', { params: { merchantSubscriptionId } })
  return (
    <QueryView query={query} what="the mandate" lines={6}>
      {(mandate) => (
        <div className="grid grid-cols-1 gap-5">
          <Terms mandate={mandate} />
          <MandateActions mandate={mandate} />
          <Debits mandate={mandate} />
        </div>
      )}
    </QueryView>
  )
}

function Terms({ mandate }: { mandate: SandboxMandate }) {
  const { merchantSubscriptionId, state, expireAt, umn, pauseEndDate, checkout } = mandate
  const debit = nextDebit(mandate)
  return (
    <DescriptionList>
      <Detail name="State">
        <span aria-live="polite">
          <StateBadge kind="mandate" state={state} />
        </span>
        {typeof pauseEndDate === 'number' && (
          <>
            {' until '}
            <Moment atMs={pauseEndDate} />
          </>
        )}
      </Detail>
      <Detail name="Next debit">
        {debit ? (
          <>
            <Amount paise={debit.amount} />
            {debitsByItself(debit) ? ' at ' : ', to be redeemed from '}
            <Moment atMs={debit.debitAtMs} />
          </>
        ) : (
          noDebitText(mandate)
        )}
      </Detail>
      <Detail name="Each debit">{termsText(mandate)}</Detail>
      <Detail name="Ends">
        <Moment atMs={expireAt} />
      </Detail>
      <Detail name="Set up on">{checkout === 'custom' ? 'the merchant’s page' : 'the hosted page'}</Detail>
      <Detail name="Id">
        <Id value={merchantSubscriptionId} what="mandate id" />
      </Detail>
      <Detail name="UMN">{umn !== undefined && <Id value={umn} what="unique mandate number" />}</Detail>
    </DescriptionList>
  )
}

const SHOWN_DEBITS = 12

/** The last debits, newest first. */
function Debits({ mandate: { redemptions } }: { mandate: SandboxMandate }) {
  const newest = redemptions.slice(-SHOWN_DEBITS).reverse()
  return (
    <section>
      <p className="mb-2 text-sm font-strong">Last debits</p>
      {newest.length === 0 ? (
        <p className="text-soft">None. A notify announces the first.</p>
      ) : (
        <ul className="grid" aria-label="Last debits">
          {newest.map((debit) => (
            <li
              key={debit.merchantOrderId}
              className="grid gap-x-6 gap-y-0.5 border-b border-rule py-1.5 sm:grid-cols-[minmax(0,1fr)_10rem_7rem]"
            >
              <span className="min-w-0 font-mono text-xs leading-[1.375rem] wrap-anywhere">
                {debit.merchantOrderId}
              </span>
              <StateBadge kind="debit" state={debitState(debit)} />
              <span className="sm:text-right">
                <Amount paise={debit.amount} />
              </span>
              <span className="text-sm text-soft sm:col-span-3">
                {debit.completedAtMs === undefined ? 'Announced ' : 'Debited '}
                <Moment atMs={debit.completedAtMs ?? debit.createdAtMs} />
                {debit.detailedErrorCode !== undefined && `, ${debit.detailedErrorCode}`}
                {debit.paymentDetails.length > 1 && `, ${debit.paymentDetails.length} tries`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
