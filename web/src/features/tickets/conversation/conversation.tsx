import { messages as messagesApi } from '@balcao/shared/api/tickets/messages.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FileDrop } from '#/components/conversation/file-drop.tsx'
import { cartShown, TicketCartPanel } from '#/features/orders/public/ticket-cart.tsx'
import { ScheduleDialog } from '#/features/schedules/public/lazy-schedule-dialog.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useStore } from '#/lib/store.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'
import { usePlan } from '#/lib/use-plan.ts'
import { joinRoom } from '#/realtime/rooms.ts'
import { useTicketActions } from '../actions/use-ticket-actions.ts'
import { detailsChoice } from '../details/details-choice.ts'
import { DetailsSkeleton } from '../details/details-skeleton.tsx'
import { useReadNotices } from '../public/unread-notices.ts'
import { Composer, type ComposerHandle } from './composer.tsx'
import { ConversationHeader } from './conversation-header.tsx'
import { useTargetMessage } from './find/use-target-message.ts'
import { MessageList } from './message-list.tsx'
import { selection } from './message-selection.ts'
import { operate } from './operate.ts'
import { useConnection } from './use-connection.ts'
import { useConversationKeys } from './use-conversation-keys.ts'
import { useMessageWindow } from './use-message-window.ts'
import { focusField, type WriteMode } from './write-mode.ts'
import { WritePlace } from './write-place.tsx'

const Bars = lazyPart(() => import('./bars.tsx').then(file => file.Bars))
const SelectionBar = lazyPart(() => import('./selection-bar.tsx').then(file => file.SelectionBar), 'ticketDetails')
const DetailsPanel = lazyPart(() => import('../details/details-panel.tsx').then(file => file.DetailsPanel))
const DetailsSheet = lazyPart(() => import('../details/details-sheet.tsx').then(file => file.DetailsSheet))
const MediaViewer = lazyPart(() => import('./viewer/media-viewer.tsx').then(file => file.MediaViewer))
const ConversationFind = lazyPart(() => import('./find/conversation-find.tsx').then(file => file.ConversationFind))
const TransferDialog = lazyPart(() => import('../dialogs/transfer-dialog.tsx').then(file => file.TransferDialog))
const SnoozeDialog = lazyPart(() => import('../dialogs/snooze-dialog.tsx').then(file => file.SnoozeDialog))
const ForwardDialog = lazyPart(() => import('../dialogs/forward-dialog.tsx').then(file => file.ForwardDialog))
const ContactCustomerDialog = lazyPart(() =>
  import('../details/contact-customer-dialog.tsx').then(file => file.ContactCustomerDialog),
)
const CardContactDialog = lazyPart(() =>
  import('../dialogs/card-contact-dialog.tsx').then(file => file.CardContactDialog),
)

/** Shows one open conversation: header, messages, input, and the contact beside it. */
export function Conversation({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('tickets')
  const client = useQueryClient()
  const actions = useTicketActions()
  const wide = useMediaQuery('(min-width: 1200px)')
  const detailsOpen = useStore(detailsChoice)
  const plan = usePlan()
  const maySell = plan?.useSales === true
  const cartOpen = useStore(cartShown)?.ticketId === ticket.id && maySell && ticket.status === 'open'
  const [sheet, setSheet] = useState(false)
  const [replyTo, setReplyTo] = useState<Message | null>(null)
  const [editing, setEditing] = useState<Message | null>(null)
  const [mode, setMode] = useState<WriteMode>('reply')
  const [image, setImage] = useState<Message | null>(null)
  const [forwarding, setForwarding] = useState<Message | null>(null)
  const [transferring, setTransferring] = useState<'key' | 'button' | null>(null)
  const [scheduling, setScheduling] = useState(false)
  const [snoozing, setSnoozing] = useState(false)
  const [ofCustomer, setOfCustomer] = useState(false)
  const [finding, setFinding] = useState(false)
  const { target, go } = useTargetMessage()
  const [card, setCard] = useState<{ name: string; number: string; chat: boolean } | null>(null)

  useReadNotices(ticket.id)
  useEffect(() => joinRoom({ action: 'joinChatBox', ticketId: ticket.id }), [ticket.id])

  const selected = useStore(selection)
  // biome-ignore lint/correctness/useExhaustiveDependencies: ends with each conversation
  useEffect(() => () => selection.set(null), [ticket.id])

  const composer = useRef<ComposerHandle>(null)
  const { down, can } = useConnection(ticket)
  const window = useMessageWindow(ticket, can)

  const handlers = useMemo(
    () => ({
      onReply: (message: Message) => {
        setMode('reply')
        setEditing(null)
        setReplyTo(message)
      },
      onEdit: (message: Message) => {
        setMode('reply')
        setReplyTo(null)
        setEditing(message)
      },
      onDelete: (message: Message) => void operate(({ remove }) => remove(client, message)),
      onRetry: (message: Message) => void operate(({ retry }) => retry(client, message)),
      onReact: (message: Message, emoji: string) => void operate(({ react }) => react(client, message, emoji)),
      onForward: setForwarding,
      can,
      onOpenImage: setImage,
      onContact: (contact: { name: string; number: string }, what: 'save' | 'chat') =>
        setCard({ ...contact, chat: what === 'chat' }),
      ...(maySell ? { onOrder: ({ body }: Message) => cartShown.set({ ticketId: ticket.id, text: body }) } : {}),
    }),
    [client, maySell, ticket.id, can],
  )

  const isOpen = ticket.status === 'open'

  const write = (wanted: WriteMode) => {
    setMode(wanted)
    // After the render that shows it.
    requestAnimationFrame(() => focusField(wanted))
  }
  const done = () => {
    setReplyTo(null)
    setEditing(null)
  }
  // The cart and the details share one place.
  const toggleDetails = () => {
    if (wide) detailsChoice.set(!detailsOpen || cartOpen)
    else setSheet(true)
    cartShown.set(null)
  }

  const openSchedule = can.startsByNumber && plan?.useSchedules ? () => setScheduling(true) : undefined
  const openCustomer = maySell && !ticket.isGroup ? () => setOfCustomer(true) : undefined
  const replyToChosen = () => {
    const id = document.activeElement?.closest('[data-message]')?.getAttribute('data-message')
    const pages = client.getQueriesData<{ pages: { messages: Message[] }[] }>({
      queryKey: queryKey(messagesApi.list),
    })
    const all = pages.flatMap(([, data]) => data?.pages?.flatMap(page => page.messages) ?? [])
    const mine = all.filter(message => message.ticketId === ticket.id)
    const message =
      mine.find(each => each.id === id) ??
      mine
        .filter(each => !each.fromMe)
        .sort(byId)
        .at(-1)
    if (message) handlers.onReply(message)
  }
  useConversationKeys({
    ticket,
    onTransfer: () => setTransferring('key'),
    onSnooze: () => setSnoozing(true),
    onSchedule: openSchedule,
    onOrder: maySell && isOpen ? () => cartShown.set({ ticketId: ticket.id }) : undefined,
    onCustomer: openCustomer,
    onWrite: write,
    onQuickReply: () => {
      write('reply')
      composer.current?.quickReply()
    },
    mode,
    onFind: () => setFinding(true),
    onDetails: toggleDetails,
    onReply: replyToChosen,
  })

  return (
    <div className="flex h-full min-h-0">
      <FileDrop
        className="flex min-h-0 min-w-0 flex-1 flex-col"
        onFiles={
          isOpen && !editing && (window === 'open' || window === 'person')
            ? files => composer.current?.attach(files)
            : undefined
        }
        label={t(isOpen && !editing ? 'composer.drop' : 'composer.dropNot')}
      >
        <ConversationHeader
          ticket={ticket}
          detailsOpen={wide && detailsOpen && !cartOpen}
          onDetails={toggleDetails}
          onFind={() => setFinding(!finding)}
          onTransfer={() => setTransferring('button')}
          onSnooze={() => setSnoozing(true)}
          onSchedule={openSchedule}
          onCustomer={openCustomer}
        />
        <Suspense>
          {finding && <ConversationFind ticketId={ticket.id} onGo={go} onClose={() => setFinding(false)} />}
        </Suspense>
        <MessageList ticket={ticket} readOnly={!isOpen} down={down} target={target} handlers={handlers} />
        <Suspense>{selected?.ticketId === ticket.id && <SelectionBar messages={selected.messages} />}</Suspense>
        {/* Rendered while still empty: a text that appears together with its live region is not
            announced. */}
        <div role="status">
          <Suspense>
            {(down || ticket.bot || ticket.useIntegration || window !== 'open' || ticket.window) && (
              <Bars ticket={ticket} down={down} can={can} window={window} />
            )}
          </Suspense>
        </div>
        <WritePlace ticket={ticket} mode={mode} onMode={write}>
          {isOpen && (
            <Composer
              key={ticket.id}
              ref={composer}
              ticket={ticket}
              voiceNotes={can.voiceNotes}
              polls={can.polls}
              closed={window !== 'open' && window !== 'person'}
              hidden={mode === 'note'}
              replyTo={replyTo}
              editing={editing}
              onDone={done}
              onEdited={(message, body) => void operate(({ edit }) => edit(client, message, body, handlers.onEdit))}
            />
          )}
        </WritePlace>
      </FileDrop>
      {cartOpen && <TicketCartPanel ticket={ticket} beside={wide} />}
      {wide && detailsOpen && !cartOpen && (
        <aside
          className="w-80 shrink-0 overflow-y-auto border-line border-l bg-surface"
          aria-label={t('details.title')}
        >
          <Suspense fallback={<DetailsSkeleton />}>
            <DetailsPanel ticket={ticket} onClose={() => detailsChoice.set(false)} onNote={() => write('note')} />
          </Suspense>
        </aside>
      )}
      <Suspense>
        {!wide && sheet && <DetailsSheet ticket={ticket} onClose={() => setSheet(false)} />}
        {image && <MediaViewer ticketId={ticket.id} start={image} onClose={() => setImage(null)} />}
        {forwarding && <ForwardDialog message={forwarding} onClose={() => setForwarding(null)} />}
        {transferring && (
          <TransferDialog ticket={ticket} byKey={transferring === 'key'} onClose={() => setTransferring(null)} />
        )}
        {snoozing && (
          <SnoozeDialog
            ticket={ticket}
            onClose={() => setSnoozing(false)}
            onChoose={until => void actions.snooze(ticket, until, true)}
          />
        )}
        {scheduling && (
          <ScheduleDialog schedule={null} contactId={ticket.contactId} onClose={() => setScheduling(false)} />
        )}
        {ofCustomer && <ContactCustomerDialog contactId={ticket.contactId} onClose={() => setOfCustomer(false)} />}
        {card && <CardContactDialog card={card} onClose={() => setCard(null)} />}
      </Suspense>
    </div>
  )
}

const byId = (a: Message, b: Message) => (a.id < b.id ? -1 : 1)
