import { ContactBody, contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { formatPhone } from '#/lib/format.ts'
import { api, useUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { HeldBy, useBeginTicket } from './begin-ticket.tsx'
import { QueueField, useChosenQueue } from './queue-field.tsx'

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
  const [name, setName] = useState('')
  const chosenQueue = useChosenQueue()
  const [touched, setTouched] = useState(false)
  const [saving, setSaving] = useState(false)
  // Contact created by an earlier attempt whose ticket was refused.
  const contactId = useRef<string | null>(null)
  const { begin, busy, holder } = useBeginTicket(nothing)
  const isNamed = ContactBody.shape.name.safeParse(name).success

  const start = async () => {
    setTouched(true)
    if (!isNamed || chosenQueue.isMissing) return
    setSaving(true)
    try {
      contactId.current ??= await contactOf(number, name)
      void client.invalidateQueries({ queryKey: queryKey(contacts.list) })
      void client.invalidateQueries({ queryKey: queryKey(contacts.listAll) })
      await begin({
        contactId: contactId.current,
        queueId: chosenQueue.queueId,
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
        <QueueField chosen={chosenQueue} touched={touched} />
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
