import { ContactBody, contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Combobox } from '#/components/ui/combobox.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { problemText } from '#/lib/field-error.ts'
import { formatPhone } from '#/lib/format.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api, useUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { HeldBy, useBeginTicket } from './begin-ticket.tsx'

/** Removes the request for the dialog from the address. */
const nothing = () => undefined

interface TalkToNumberDialogProps {
  number: string
  onClose: () => void
}

/** Creates a contact for an unknown number and begins a conversation with it, in one step. */
export function TalkToNumberDialog({ number, onClose }: TalkToNumberDialogProps) {
  const { t } = useTranslation(['tickets', 'ticketDetails', 'common'])
  const client = useQueryClient()
  const user = useUser()
  const admin = useMayAccess('admin')
  const [name, setName] = useState('')
  const [queueId, setQueueId] = useState<string | null>(user.queues.length === 1 ? user.queues[0]!.id : null)
  const [touched, setTouched] = useState(false)
  const [saving, setSaving] = useState(false)
  // Contact created by an earlier attempt whose ticket was refused.
  const contactId = useRef<string | null>(null)
  const { begin, busy, holder } = useBeginTicket(nothing)
  const allQueues = useQuery(apiQuery(queue.list)).data ?? []
  const queues = admin ? allQueues : allQueues.filter(each => user.queues.some(own => own.id === each.id))
  const isNamed = ContactBody.shape.name.safeParse(name).success
  const queueMissing = !admin && queueId === null

  const start = async () => {
    setTouched(true)
    if (!isNamed || queueMissing) return
    setSaving(true)
    try {
      contactId.current ??= await contactOf(number, name)
      void client.invalidateQueries({ queryKey: queryKey(contacts.list) })
      void client.invalidateQueries({ queryKey: queryKey(contacts.listAll) })
      await begin({
        contactId: contactId.current,
        queueId,
        ...(user.whatsappId ? { whatsappId: user.whatsappId } : {}),
      })
    } catch (error) {
      toast.error(error)
    } finally {
      setSaving(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={t('ticketDetails:talk.title')}
      description={<span className="tabular">{formatPhone(number)}</span>}
      size="sm"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button variant="primary" loading={saving || busy} onClick={() => void start()}>
            {t('ticketDetails:talk.start')}
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={event => {
          event.preventDefault()
          void start()
        }}
      >
        <Field
          label={t('ticketDetails:talk.name')}
          required
          error={touched && !isNamed ? t('ticketDetails:card.nameInvalid') : undefined}
        >
          <Input value={name} onChange={event => setName(event.target.value)} autoFocus />
        </Field>
        <Field
          label={t('ticketDetails:new.queue')}
          required={!admin}
          error={touched && queueMissing ? problemText({ code: 'required', field: 'ticket.queueId' }) : undefined}
        >
          <Combobox
            options={queues.map(each => ({ value: each.id, label: each.name, color: each.color }))}
            value={queueId}
            onChange={setQueueId}
            {...(admin ? { clearLabel: t('row.noQueue') } : {})}
          />
        </Field>
        {holder && <HeldBy holder={holder} />}
      </form>
    </Dialog>
  )
}

/** Returns the contact's id; somebody may have created it meanwhile. */
async function contactOf(number: string, name: string): Promise<string> {
  try {
    return (await api(contacts.create, { body: { name, number } })).id
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'ERR_DUPLICATED_CONTACT') throw error
    const [known] = await api(contacts.listAll, { query: { name: number } })
    if (!known) throw error
    return known.id
  }
}
