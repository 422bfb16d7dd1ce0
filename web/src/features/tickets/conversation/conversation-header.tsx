import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { Link } from '@tanstack/react-router'
import {
  ArrowLeft,
  ArrowRightLeft,
  Check,
  ChevronDown,
  MoreVertical,
  PanelRight,
  Pencil,
  RotateCcw,
  Search,
  Undo2,
  UserPlus,
} from 'lucide-react'
import { type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#/components/ui/avatar.tsx'
import { Button } from '#/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#/components/ui/dropdown-menu.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { ColorDot } from '#/components/ui/pill.tsx'
import { Tooltip } from '#/components/ui/tooltip.tsx'
import { TicketCartButton } from '#/features/orders/public/ticket-cart.tsx'
import { formatPhone } from '#/lib/format.ts'
import { useLazyModule } from '#/lib/lazy-module.ts'
import { useUser } from '#/lib/session.ts'
import type { ShortcutId } from '#/lib/shortcut-keys.ts'
import { keyText } from '#/lib/shortcuts.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'
import { usePlan } from '#/lib/use-plan.ts'
import { useTypists, useViewers } from '#/realtime/presence.ts'
import { useTicketActions } from '../actions/use-ticket-actions.ts'
import { GoalSign } from '../goals/parts.ts'
import { PrioritySign } from '../priority/parts.ts'
import { TicketAvatar } from '../ticket-avatar.tsx'
import type { ConversationMenuProps } from './conversation-menu.tsx'
import { conversationMenu } from './lazy-parts.ts'

interface ConversationHeaderProps {
  ticket: Ticket
  detailsOpen: boolean
  onDetails: () => void
  onFind: () => void
  onTransfer: () => void
  onSnooze: () => void
  /** Undefined where there are no scheduled messages. */
  onSchedule: (() => void) | undefined
  /** Undefined in a plan without sales. */
  onCustomer: (() => void) | undefined
}

/**
 * Shows the contact and the ticket's actions: a name of usual length has its room first, then come
 * signs, then words; the menu has the actions that do not fit.
 */
export function ConversationHeader({
  ticket,
  detailsOpen,
  onDetails,
  onFind,
  onTransfer,
  onSnooze,
  onSchedule,
  onCustomer,
}: ConversationHeaderProps) {
  const { t } = useTranslation('tickets')
  const user = useUser()
  const actions = useTicketActions()
  const narrow = useMediaQuery('(max-width: 899.98px)')
  const viewers = useViewers(ticket.id).filter(viewer => viewer.id !== user.id)
  const typists = useTypists(ticket.id)
  const isTyping = (id: string) => typists.some(typist => typist.id === id)
  const viewing = [
    t('row.viewing', { names: viewers.map(viewer => viewer.name).join(', ') }),
    ...typists.map(({ name }) => t('writing.user', { name })),
  ].join(' · ')
  const plan = usePlan()
  const status = ticket.status
  const header = useRef<HTMLDivElement>(null)

  return (
    <header className="flex min-h-14 items-center gap-1 border-line border-b bg-surface px-2 py-2">
      {narrow && (
        <Link
          to="/tickets"
          search={previous => previous}
          aria-label={t('action.back')}
          className="-ml-1 flex size-control shrink-0 items-center justify-center rounded-md text-ink-2 hover:bg-hover"
        >
          <ArrowLeft size={20} className="icon" />
        </Link>
      )}
      {/* Its tiers leave 196 px for the name: each is the sum of what it shows. */}
      <div ref={header} className="@container flex min-w-0 flex-1 items-center gap-1">
        <button
          type="button"
          onClick={onDetails}
          className="flex min-h-control min-w-0 flex-1 items-center gap-2 rounded-md px-1 text-left hover:bg-hover"
        >
          <TicketAvatar ticket={ticket} />
          <span className="min-w-0">
            <span className="block truncate font-semibold">
              <bdi>{ticket.contact.name}</bdi>
            </span>
            <span className="flex items-center gap-1.5 text-ink-2 text-sm">
              <ColorDot color={ticket.queue?.color} className="size-2" />
              <span className="truncate">
                {ticket.queue?.name ?? t('row.noQueue')}
                {!ticket.isGroup && ticket.contact.number && (
                  <span className="tabular hidden @xl:inline"> · {formatPhone(ticket.contact.number)}</span>
                )}
                {ticket.user && ticket.userId !== user.id ? ` · ${ticket.user.name}` : ''}
              </span>
              <Suspense>{ticket.priority !== 'none' && <PrioritySign priority={ticket.priority} />}</Suspense>
              <Suspense>
                {ticket.status !== 'closed' && ticket.goals.length > 0 && <GoalSign goals={ticket.goals} />}
              </Suspense>
            </span>
            <span className="sr-only">{t('details.open', { name: ticket.contact.name })}</span>
          </span>
        </button>
        {viewers.length > 0 && (
          <Tooltip content={viewing}>
            <span className="flex shrink-0 -space-x-1" role="img" aria-label={viewing}>
              {viewers.slice(0, 3).map(viewer => (
                <span key={viewer.id} className="relative">
                  <Avatar name={viewer.name} size={24} className="ring-2 ring-surface" />
                  {isTyping(viewer.id) && (
                    <span className="-right-0.5 -bottom-0.5 absolute rounded-full bg-accent p-0.5 text-on-accent ring-2 ring-surface">
                      <Pencil size={8} className="icon" />
                    </span>
                  )}
                </span>
              ))}
            </span>
          </Tooltip>
        )}

        {status === 'pending' && (
          <Button variant="primary" onClick={() => void actions.accept(ticket)}>
            {t(ticket.useIntegration ? 'action.takeOver' : 'action.accept')}
          </Button>
        )}
        {status === 'closed' && (
          <Button icon={<RotateCcw size={16} />} onClick={() => void actions.reopen(ticket)}>
            {t('action.reopen')}
          </Button>
        )}
        {status === 'open' && (
          <>
            {plan?.useSales && <TicketCartButton ticket={ticket} />}
            <IconButton
              data-action="giveBack"
              label={t('action.return')}
              icon={<Undo2 size={18} />}
              shortcut={keyText('conversation.giveBack')}
              onClick={() => void actions.returnToQueue(ticket)}
              className="@max-2xl:hidden"
            />
            <Hint label={t('action.transfer')} id="conversation.transfer">
              <Button
                data-action="transfer"
                icon={<ArrowRightLeft size={16} className="@max-3xl:@[31.25rem]:hidden" />}
                onClick={onTransfer}
                className="@max-[34rem]:px-2 px-3 touch:px-3.5 @max-[29rem]:hidden"
              >
                <span className="@max-[31.25rem]:sr-only">{t('action.transfer')}</span>
              </Button>
            </Hint>
            <div className="flex">
              <Hint label={t('action.resolve')} id="conversation.resolve">
                <Button
                  variant="primary"
                  icon={<Check size={16} className="@max-3xl:@[26.25rem]:hidden" />}
                  onClick={() => void actions.resolve(ticket, true)}
                  className="rounded-r-none px-3 @max-[34rem]:rounded-r-md @max-[34rem]:px-2.5 @max-[26.25rem]:px-3.5"
                >
                  <span className="@max-[26.25rem]:sr-only">{t('action.resolve')}</span>
                </Button>
              </Hint>
              <DropdownMenu>
                <DropdownMenuTrigger>
                  <Button
                    data-action="resolveHow"
                    variant="primary"
                    aria-label={t('action.resolveHow')}
                    className="rounded-l-none border-on-accent/25 border-l px-1.5 @max-[34rem]:hidden"
                  >
                    <ChevronDown size={16} />
                  </Button>
                </DropdownMenuTrigger>
                <DropdownMenuContent>
                  <DropdownMenuItem onSelect={() => void actions.resolve(ticket, false)}>
                    {t('action.resolveWithout')}
                  </DropdownMenuItem>
                </DropdownMenuContent>
              </DropdownMenu>
            </div>
          </>
        )}
        {onCustomer && (
          <IconButton
            data-action="customer"
            label={t('action.createCustomer')}
            icon={<UserPlus size={18} />}
            onClick={onCustomer}
            className="@max-3xl:hidden"
          />
        )}
        <IconButton
          data-action="find"
          label={t('find.open')}
          icon={<Search size={18} />}
          shortcut={keyText('conversation.find')}
          onClick={onFind}
          className="@max-2xl:hidden"
        />
        <IconButton
          data-action="details"
          label={t('details.toggle')}
          icon={<PanelRight size={18} />}
          shortcut={keyText('conversation.details')}
          aria-pressed={detailsOpen}
          onClick={onDetails}
          // The name does the same.
          className="@max-2xl:hidden"
        />
        <DropdownMenu>
          <DropdownMenuTrigger>
            <IconButton label={t('action.more')} icon={<MoreVertical size={18} />} />
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            <Entries
              ticket={ticket}
              header={header}
              onSnooze={onSnooze}
              onFind={onFind}
              onTransfer={onTransfer}
              onSchedule={onSchedule}
              onCustomer={onCustomer}
            />
          </DropdownMenuContent>
        </DropdownMenu>
      </div>
    </header>
  )
}

const nothing = () => undefined

function Entries({
  header,
  ...props
}: Omit<ConversationMenuProps, 'shown'> & { header: RefObject<HTMLElement | null> }) {
  const parts = useLazyModule(conversationMenu, nothing)
  // What stands in the header is not in its menu, too.
  const [shown] = useState(() => {
    const buttons = header.current?.querySelectorAll<HTMLElement>('[data-action]') ?? []
    return new Set([...buttons].filter(button => button.offsetParent !== null).map(button => button.dataset.action))
  })
  return parts && <parts.ConversationMenu {...props} shown={shown} />
}

/** Shows an action's word, where its button has no room for it, and its key. */
function Hint({ label, id, children }: { label: string; id: ShortcutId; children: ReactNode }) {
  return (
    <Tooltip
      content={
        <span className="flex items-center gap-2">
          {label} <kbd className="font-mono opacity-70">{keyText(id)}</kbd>
        </span>
      }
    >
      {children}
    </Tooltip>
  )
}
