import { FORWARD_LIMITS, messages as messagesApi } from '@balcao/shared/api/tickets/messages.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { SearchInput } from '#/components/ui/input.tsx'
import { codeText } from '#/lib/error-text.ts'
import { isolate } from '#/lib/isolate.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { api, useUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { AimChoice } from './aim-choice.tsx'
import { type Aim, useForwardAims } from './use-forward-aims.ts'

interface ForwardManyDialogProps {
  /** Messages of one ticket, at least one. */
  messages: readonly Message[]
  onDone: () => void
  onClose: () => void
}

const contactOf = (aim: Aim): string => ('ticket' in aim ? aim.ticket.contactId : aim.contact.id)

/** Forwards several messages, in the order of their conversation, to several contacts. */
export function ForwardManyDialog({ messages, onDone, onClose }: ForwardManyDialogProps) {
  const { t } = useTranslation(['tickets', 'ticketDetails', 'common'])
  const user = useUser()
  const admin = useMayAccess('admin')
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<readonly Aim[]>([])
  const [queueId, setQueueId] = useState<string | null>(user.queues.length === 1 ? user.queues[0]!.id : null)
  const [busy, setBusy] = useState(false)
  // A retry has the same id, so the server sends each message to each contact once.
  const [clientId] = useState(() => crypto.randomUUID())
  const found = useForwardAims(text, messages[0]!)
  // Chosen aims stay in sight while another name is searched.
  const aims = [...new Map([...chosen, ...found.aims].map(aim => [contactOf(aim), aim])).values()]
  const isChosen = (aim: Aim) => chosen.some(each => contactOf(each) === contactOf(aim))
  const asksQueue = chosen.some(aim => 'contact' in aim)
  const queueMissing = asksQueue && !admin && queueId === null

  const choose = (aim: Aim) => {
    if (isChosen(aim)) return setChosen(chosen.filter(each => contactOf(each) !== contactOf(aim)))
    if (chosen.length < FORWARD_LIMITS.contacts) return setChosen([...chosen, aim])
    toast.info(t('ticketDetails:forward.limit', { count: FORWARD_LIMITS.contacts }))
  }
  const send = async () => {
    setBusy(true)
    try {
      const messageIds = messages.map(({ id }) => id).sort()
      const contactIds = chosen.map(contactOf)
      const answer = await api(messagesApi.forwardMany, { body: { messageIds, contactIds, queueId, clientId } })
      const sent = answer.contacts.reduce((sum, each) => sum + each.sent, 0)
      const total = messageIds.length * contactIds.length
      const refusals = answer.contacts.flatMap(({ contactId, error, refused }) => {
        const codes = new Set([...refused.map(each => each.error), ...(error ? [error] : [])])
        const name = chosen.find(aim => contactOf(aim) === contactId)?.name ?? ''
        return [...codes].map(code => `${isolate(name)}: ${codeText(code) ?? code}`)
      })
      if (refusals.length > 0)
        toast.failed(t('ticketDetails:forward.partly', { sent, total }), new Error(refusals.join(' ')))
      else
        toast.success(
          t('ticketDetails:forward.doneMany', {
            messages: t('ticketDetails:forward.messages', { count: messageIds.length }),
            contacts: t('ticketDetails:forward.contacts', { count: contactIds.length }),
          }),
        )
      onDone()
    } catch (error) {
      toast.error(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={t('ticketDetails:forward.titleMany', { count: messages.length })}
      size="sm"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button
            variant="primary"
            loading={busy}
            disabled={chosen.length === 0 || queueMissing}
            onClick={() => void send()}
          >
            {t('message.forward')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <SearchInput label={t('ticketDetails:forward.search')} value={text} onChange={setText} />
        <p role="status" className="text-ink-2 text-sm">
          {t('ticketDetails:forward.contacts', { count: chosen.length })}
        </p>
        <AimChoice
          found={found}
          aims={aims}
          isChosen={isChosen}
          onChoose={choose}
          asksQueue={asksQueue}
          queueId={queueId}
          onQueue={setQueueId}
        />
      </div>
    </Dialog>
  )
}
