import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import { TicketHolder } from '@balcao/shared/entities/ticket.ts'
import { lineOf } from '@balcao/shared/rules/message-line.ts'
import { plainText } from '@balcao/shared/rules/text-marks.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { SearchInput } from '#/components/ui/input.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { isolate } from '#/lib/isolate.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { api, useUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { applyMessage } from '#/realtime/message-pages.ts'
import { applyTicket } from '#/realtime/ticket-lists.ts'
import { acceptingFirst } from '../public/accepting-first.ts'
import { AimChoice } from './aim-choice.tsx'
import { type Aim, useForwardAims } from './use-forward-aims.ts'

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
  const [chosen, setChosen] = useState<Aim | null>(null)
  const [queueId, setQueueId] = useState<string | null>(user.queues.length === 1 ? user.queues[0]!.id : null)
  const [busy, setBusy] = useState(false)
  // A retry has the same id, so the server sends the message once.
  const [clientIds] = useState(() => new Map<string, string>())

  const found = useForwardAims(text, message)
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
        <AimChoice
          found={found}
          aims={found.aims}
          isChosen={aim => chosen?.key === aim.key}
          onChoose={setChosen}
          asksQueue={asksQueue}
          queueId={queueId}
          onQueue={setQueueId}
        />
      </div>
    </Dialog>
  )
}
