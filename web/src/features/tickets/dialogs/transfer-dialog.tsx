import { queue } from '@balcao/shared/api/team/queue.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Combobox } from '#/components/ui/combobox.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { Field } from '#/components/ui/field.tsx'
import { afterFocusReturn } from '#/lib/after-focus-return.ts'
import { problemText } from '#/lib/field-error.ts'
import { isolate } from '#/lib/isolate.ts'
import { apiQuery } from '#/lib/queries.ts'
import { useTicketActions } from '../actions/use-ticket-actions.ts'

export interface Destination {
  queue: { id: string; name: string; color: string }
  user: { id: string; name: string } | null
}

interface TransferDialogProps {
  ticket: Ticket
  onClose: () => void
  /** True if a key opened it: the queues show at once, and choosing one leads to the button. */
  byKey?: boolean
  /** Several tickets at once: their common title, and the function that gets the choice. */
  several?: { title: string; onTransfer: (to: Destination) => void }
}

/**
 * Transfers to a queue, and there to a user if one is chosen; without one, the ticket is pending in
 * the queue.
 */
export function TransferDialog({ ticket, onClose, byKey = false, several }: TransferDialogProps) {
  const confirm = useRef<HTMLButtonElement>(null)
  const { t } = useTranslation(['tickets', 'ticketDetails', 'common'])
  const actions = useTicketActions()
  const queues = useQuery(apiQuery(queue.list))
  const people = useQuery(apiQuery(users.listAll))
  const [queueId, setQueueId] = useState<string | null>(null)
  const [userId, setUserId] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)

  const there = (people.data ?? []).filter(person => queueId === null || person.queueIds.includes(queueId))

  const transfer = async () => {
    if (!queueId) return setMissing(true)
    if (several) {
      const to = queues.data?.find(each => each.id === queueId)
      const person = people.data?.find(each => each.id === userId)
      if (!to) return
      const user = person ? { id: person.id, name: person.name } : null
      several.onTransfer({ queue: { id: to.id, name: to.name, color: to.color }, user })
      return onClose()
    }
    setBusy(true)
    const done = await actions.transfer(ticket, { queueId, userId })
    setBusy(false)
    if (done) onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={several?.title ?? t('ticketDetails:transfer.title', { name: isolate(ticket.contact.name) })}
      size="sm"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button ref={confirm} variant="primary" loading={busy} onClick={() => void transfer()}>
            {t('action.transfer')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field
          label={t('ticketDetails:transfer.queue')}
          required
          error={missing ? problemText({ code: 'required', field: 'ticket.queueId' }) : undefined}
        >
          <Combobox
            loading={queues.isPending}
            autoOpen={byKey}
            options={(queues.data ?? []).map(each => ({ value: each.id, label: each.name, color: each.color }))}
            value={queueId}
            onChange={value => {
              setQueueId(value)
              setMissing(false)
              if (byKey) afterFocusReturn(() => confirm.current?.focus())
              if (userId && value && !people.data?.find(person => person.id === userId)?.queueIds.includes(value))
                setUserId(null)
            }}
          />
        </Field>
        <Field label={t('ticketDetails:transfer.user')} hint={t('ticketDetails:transfer.userHint')}>
          <Combobox
            loading={people.isPending}
            options={there.map(person => ({
              value: person.id,
              label: person.name,
              ...(person.online ? { hint: t('ticketDetails:transfer.online') } : {}),
            }))}
            value={userId}
            onChange={setUserId}
            clearLabel={t('ticketDetails:transfer.nobody')}
            placeholder={t('ticketDetails:transfer.nobody')}
          />
        </Field>
      </div>
    </Dialog>
  )
}
