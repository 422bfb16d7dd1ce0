import { queue } from '@balcao/shared/api/team/queue.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import type { Contact } from '@balcao/shared/entities/contact.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import { type Ticket, TicketHolder } from '@balcao/shared/entities/ticket.ts'
import { lineOf } from '@balcao/shared/rules/message-line.ts'
import { plainText } from '@balcao/shared/rules/text-marks.ts'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#/components/ui/avatar.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Combobox } from '#/components/ui/combobox.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Field } from '#/components/ui/field.tsx'
import { SearchInput } from '#/components/ui/input.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { SEARCH_FROM, useFoundContacts } from '#/features/contacts/public/use-found-contacts.ts'
import { ApiError } from '#/lib/api-error.ts'
import { cn } from '#/lib/cn.ts'
import { formatPhone } from '#/lib/format.ts'
import { isolate } from '#/lib/isolate.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { apiPages, apiQuery } from '#/lib/queries.ts'
import { api, useUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { useDebouncedValue } from '#/lib/use-debounced-value.ts'
import { applyMessage } from '#/realtime/message-pages.ts'
import { applyTicket } from '#/realtime/ticket-lists.ts'
import { acceptingFirst } from '../public/accepting-first.ts'

/** A conversation, or a contact to begin one with. */
type Aim = { key: string; name: string; hint: string; picture: string | null } & (
  | { ticket: Ticket }
  | { contact: Contact }
)

interface ForwardDialogProps {
  message: Message
  onClose: () => void
}

/** Forwards a message to an open conversation, or to a new one with a contact. */
export function ForwardDialog({ message, onClose }: ForwardDialogProps) {
  const { t } = useTranslation(['tickets', 'ticketDetails', 'common'])
  const client = useQueryClient()
  const user = useUser()
  const admin = useMayAccess('admin')
  const [text, setText] = useState('')
  const searched = useDebouncedValue(text.trim())
  const isSearch = searched.length >= SEARCH_FROM
  const [chosen, setChosen] = useState<Aim | null>(null)
  const [queueId, setQueueId] = useState<string | null>(user.queues.length === 1 ? user.queues[0]!.id : null)
  const [busy, setBusy] = useState(false)
  // A retry has the same id, so the server sends the message once.
  const [clientIds] = useState(() => new Map<string, string>())

  // The query is that of the lists, whose rows realtime events keep fresh.
  const foundTickets = useInfiniteQuery(
    apiPages(tickets.list, { query: isSearch ? { searchParam: searched } : { status: 'open' } }),
  )
  const foundContacts = useFoundContacts(text)
  const allQueues = useQuery(apiQuery(queue.list)).data ?? []
  const queues = admin ? allQueues : allQueues.filter(each => user.queues.some(own => own.id === each.id))

  const live = (foundTickets.data?.pages[0]?.tickets ?? []).filter(
    ({ status, id }) => status !== 'closed' && id !== message.ticketId,
  )
  const talking = new Set([message.contactId, ...live.map(({ contactId }) => contactId)])
  const aims: Aim[] = [
    ...live.map(ticket => ({
      key: ticket.id,
      name: ticket.contact.name,
      hint: [t(`status.${ticket.status}`), ticket.queue?.name].filter(Boolean).join(' · '),
      picture: ticket.contact.profilePicUrl,
      ticket,
    })),
    ...foundContacts.found
      .filter(({ id, isGroup }) => !talking.has(id) && !isGroup)
      .map(contact => ({
        key: contact.id,
        name: contact.name,
        hint: formatPhone(contact.number),
        picture: contact.profilePicUrl,
        contact,
      })),
  ]
  const failed = foundTickets.error ?? foundContacts.error
  const waiting = foundTickets.isLoading || foundContacts.isWaiting
  const asksQueue = chosen !== null && 'contact' in chosen
  const queueMissing = asksQueue && !admin && queueId === null

  const send = async () => {
    if (!chosen || queueMissing) return
    setBusy(true)
    try {
      const ticketId = 'ticket' in chosen ? chosen.ticket.id : await ticketWith(chosen.contact.id)
      const clientId = clientIds.get(ticketId) ?? crypto.randomUUID()
      clientIds.set(ticketId, clientId)
      const forwarded = await acceptingFirst(ticketId, () =>
        api(messages.forward, { params: { id: message.id }, body: { ticketId, clientId } }),
      )
      applyMessage(client, forwarded)
      toast.success(t('ticketDetails:forward.done', { name: isolate(chosen.name) }))
      onClose()
    } catch (error) {
      toast.error(error)
    } finally {
      setBusy(false)
    }
  }

  /** Returns the ticket of a contact: a new one, or the existing one that prevents it. */
  const ticketWith = async (contactId: string): Promise<string> => {
    try {
      const ticket = await api(tickets.create, { body: { contactId, queueId } })
      applyTicket(client, ticket, user)
      return ticket.id
    } catch (error) {
      const other = error instanceof ApiError ? TicketHolder.safeParse(error.body.ticket) : undefined
      if (!other?.success) throw error
      return other.data.id
    }
  }

  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={t('ticketDetails:forward.title')}
      description={
        <span className="line-clamp-2">
          <bdi>{plainText(lineOf(message)) || t(`kind.${message.mediaType}`)}</bdi>
        </span>
      }
      size="sm"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button variant="primary" loading={busy} disabled={!chosen || queueMissing} onClick={() => void send()}>
            {t('message.forward')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <SearchInput
          label={t('ticketDetails:forward.search')}
          value={text}
          onChange={next => {
            setText(next)
            setChosen(null)
          }}
        />
        {failed ? (
          <ErrorState
            compact
            error={failed}
            onRetry={() => {
              void foundTickets.refetch()
              if (isSearch) void foundContacts.refetch()
            }}
          />
        ) : waiting ? (
          <div role="status" aria-label={t('list.loading')} className="flex flex-col gap-2">
            {['a', 'b', 'c'].map(key => (
              <Skeleton key={key} className="h-12" />
            ))}
          </div>
        ) : aims.length === 0 ? (
          <p className="py-6 text-center text-ink-2">
            {isSearch
              ? t('ticketDetails:search.nothing', { text: searched })
              : t('ticketDetails:new.contactHint', { count: SEARCH_FROM })}
          </p>
        ) : (
          <ul aria-label={t('ticketDetails:forward.to')} className="-mx-2 max-h-72 overflow-y-auto">
            {aims.map(aim => {
              const isChosen = chosen?.key === aim.key
              return (
                <li key={aim.key}>
                  <button
                    type="button"
                    aria-pressed={isChosen}
                    onClick={() => setChosen(aim)}
                    className={cn(
                      'flex min-h-12 w-full items-center gap-3 rounded-md px-2 py-1.5 text-left hover:bg-hover',
                      isChosen && 'bg-accent-soft',
                    )}
                  >
                    <Avatar name={aim.name} src={aim.picture} size={32} />
                    <span className="min-w-0 flex-1">
                      <bdi className="block truncate font-medium">{aim.name}</bdi>
                      <span className="block truncate text-ink-2 text-sm">{aim.hint}</span>
                    </span>
                    {isChosen && <Check size={16} className="icon shrink-0 text-accent-ink" />}
                  </button>
                </li>
              )
            })}
          </ul>
        )}
        {asksQueue && (
          <Field label={t('ticketDetails:new.queue')} required={!admin}>
            <Combobox
              options={queues.map(each => ({ value: each.id, label: each.name, color: each.color }))}
              value={queueId}
              onChange={setQueueId}
              {...(admin ? { clearLabel: t('row.noQueue') } : {})}
            />
          </Field>
        )}
      </div>
    </Dialog>
  )
}
