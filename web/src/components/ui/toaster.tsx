import { useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Toaster as Sonner } from 'sonner'
import { useStore } from '#/lib/store.ts'
import { theme } from '#/lib/theme.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'

/** Paths of screens with a conversation: its newest message and its input are at the bottom. */
const CONVERSATION = /^\/(tickets|chats)\/./

/** Paths of the sales screens, whose toasts stay longer (decision 0041). */
const SALES =
  /^\/(budgets|statusBudGets|payments|coupons|zones|rates|products|categories|stores|customers|portfolios|contracts)(\/|$)/

/** Height of the shell's bar, and of a conversation's header, with the gap left below them, px. */
const BAR = 56
const GAP = 8

/**
 * Shows the toasts: 2 s, in the sales area 3 s; one with an undo 5 s (lib/toast.ts). On screens
 * with a list they are at the bottom left; where a conversation takes the whole width, below its
 * header, so that they cover neither the newest messages nor the input.
 */
export function Toaster() {
  const { t } = useTranslation()
  const narrow = useMediaQuery('(max-width: 899.98px)')
  const phone = useMediaQuery('(max-width: 599.98px)')
  const path = useRouterState({ select: state => state.location.pathname })
  const above = narrow && CONVERSATION.test(path)
  // On a phone a ticket's conversation has no bar of the shell above it.
  const top = BAR + GAP + (phone && path.startsWith('/tickets') ? 0 : BAR)
  // On a phone they are above the bottom bar.
  const offset = above ? { top } : phone ? { bottom: BAR + GAP } : { bottom: 16, left: 16 }
  return (
    <Sonner
      theme={useStore(theme)}
      position={above ? 'top-center' : phone ? 'bottom-center' : 'bottom-left'}
      duration={SALES.test(path) ? 3000 : 2000}
      visibleToasts={3}
      gap={8}
      containerAriaLabel={t('toast.region')}
      offset={offset}
      mobileOffset={{ left: 16, right: 16, ...offset }}
    />
  )
}
