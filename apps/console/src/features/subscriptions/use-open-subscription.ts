import type { ListedSubscription } from '@galla/contract/gateway-api/console-subscriptions'
import { useNavigate } from '@tanstack/react-router'
import { consoleUrl } from '../../api/browser.ts'

/** How a row of a list opens its subscription. */
export function useOpenSubscription() {
  const navigate = useNavigate()
  return {
    onOpen: ({ subscriptionId }: ListedSubscription) =>
      void navigate({ to: '/subscriptions/$subscriptionId', params: { subscriptionId } }),
    hrefOf: ({ subscriptionId }: ListedSubscription) => consoleUrl(`subscriptions/${subscriptionId}`),
  }
}
