import type { SubscriptionStory } from '@galla/contract/gateway-api/console-subscriptions'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ApiError } from '../../api/client.ts'
import { planSubscriptionQuery } from '../../api/queries.ts'
import { buttonClass } from '../../components/controls.tsx'
import { InlineCode } from '../../components/inline-code.tsx'
import { DescriptionList, Detail, EmptyState, PageFrame, QueryView, Section } from '../../components/page.tsx'
import { Amount, Id, StateBadge, StateIcon, Time, TONE_CLASSES } from '../../components/records.tsx'
import { shortDayText } from '../../i18n/format.ts'
import { phrase } from '../../i18n/messages.ts'
import { countText } from '../../i18n/plural.ts'
import { CycleList } from './cycle-list.tsx'
import { EventTimeline } from './event-timeline.tsx'
import { subscriptionsMessages, subscriptionMessages as t } from './page-messages.ts'
import { SubscriptionActions } from './subscription-actions.tsx'
import { priceText, stepText, subscriptionState, timelineOf, verdictOf } from './subscription-messages.ts'

const UP = (
  <Link to="/subscriptions" className="underline underline-offset-4 hover:text-ink">
    {subscriptionsMessages.title}
  </Link>
)

/** One subscription: its verdict, periods with their orders, events and actions. */
export function SubscriptionPage() {
  const { subscriptionId } = useParams({ from: '/subscriptions/$subscriptionId' })
  const query = useQuery(planSubscriptionQuery(subscriptionId))
  const { data: story, error } = query
  if (!story)
    return (
      <PageFrame title={t.title} up={UP}>
        {error instanceof ApiError && error.status === 404 ? (
          <EmptyState title={t.notFound}>
            <p className="font-mono text-xs wrap-anywhere">{subscriptionId}</p>
            <Link to="/subscriptions" className={buttonClass('primary')}>
              {t.all}
            </Link>
          </EmptyState>
        ) : (
          <QueryView query={query} what={t.what} lines={10}>
            {() => null}
          </QueryView>
        )}
      </PageFrame>
    )
  const { subscription, cycles } = story
  return (
    <PageFrame
      title={subscription.planName}
      translate="no"
      up={UP}
      lead={
        <p className="flex flex-wrap items-baseline gap-x-4 text-xl">
          <strong className="tabular-nums">{priceText(subscription.amount, subscription.frequency)}</strong>
          <span className="text-lg">
            <StateBadge kind="subscription" state={subscriptionState(subscription)} />
          </span>
        </p>
      }
      aside={
        <span className="text-soft">
          <Id value={subscriptionId} what={t.copy.id} />
        </span>
      }
      actions={<SubscriptionActions story={story} />}
      summary={<Result story={story} />}
    >
      <div className="grid grid-cols-1 gap-x-12 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div>
          <Section title={t.periods}>
            <CycleList cycles={cycles} />
          </Section>
          <Section title={t.timeline}>
            <EventTimeline lines={timelineOf(story)} />
          </Section>
        </div>
        <Section title={t.details}>
          <Details story={story} />
        </Section>
      </div>
    </PageFrame>
  )
}

/** The state in one sentence, and the next step. */
function Result({ story }: { story: SubscriptionStory }) {
  const { tone, icon, title, text } = verdictOf(story)
  return (
    <section aria-label={t.result} className="flex gap-3">
      <span className={`mt-1.5 ${TONE_CLASSES[tone]}`}>
        <StateIcon icon={icon} />
      </span>
      <div className="min-w-0">
        <p className="max-w-prose text-lg wrap-anywhere">
          <strong className={TONE_CLASSES[tone]}>{title}</strong> <InlineCode text={text} />
        </p>
        {story.next && (
          <p className="text-sm text-soft">
            {phrase(t.next(stepText(story.next.kind), <Time atMs={story.next.atMs} planned />))}
          </p>
        )}
      </div>
    </section>
  )
}

function Details({ story: { subscription } }: { story: SubscriptionStory }) {
  const { planId, mandate, startsOn, cycles, carried, createdAtMs, pause, cancel } = subscription
  return (
    <DescriptionList>
      <Detail name={t.fields.plan}>
        <Link
          to="/subscriptions"
          search={{ planId }}
          translate="no"
          className="text-brass underline underline-offset-4"
        >
          {planId}
        </Link>
      </Detail>
      <Detail name={t.fields.started}>
        <Time atMs={createdAtMs} full />
      </Detail>
      <Detail name={t.fields.first}>{shortDayText(Date.parse(`${startsOn}T12:00:00Z`))}</Detail>
      <Detail name={t.fields.periods}>{cycles === undefined ? !cancel && t.untilCancelled : countText(cycles)}</Detail>
      {carried !== 0 && (
        <Detail name={carried > 0 ? t.fields.surcharge : t.fields.credit}>
          <Amount paise={Math.abs(carried)} />
        </Detail>
      )}
      <Detail name={t.fields.paused}>{pause && <Time atMs={pause.sinceMs} full />}</Detail>
      <Detail name={t.fields.cancelled}>{cancel && <Time atMs={cancel.sinceMs} full />}</Detail>
      <Detail name={t.fields.mandate}>
        <StateBadge kind="mandate" state={mandate.state} />
      </Detail>
      <Detail name={t.fields.largest}>
        <Amount paise={mandate.maxAmount} />
      </Detail>
      <Detail name={t.fields.ends}>
        {mandate.expiresAtMs !== undefined && <Time atMs={mandate.expiresAtMs} full planned />}
      </Detail>
      <Detail name={t.fields.mandateId}>
        <Id value={mandate.merchantSubscriptionId} what={t.copy.mandate} />
      </Detail>
    </DescriptionList>
  )
}
