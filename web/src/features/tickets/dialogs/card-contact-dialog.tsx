import { ContactBody, contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { formatPhone } from '#/lib/format.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'

interface CardContactDialogProps {
  card: { name: string; number: string; chat: boolean }
  onClose: () => void
}

/** Saves a contact received as a card, and opens a conversation with it if that was chosen. */
export function CardContactDialog({ card, onClose }: CardContactDialogProps) {
  const { t } = useTranslation(['tickets', 'ticketDetails', 'common'])
  const client = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState(card.name)
  const [busy, setBusy] = useState(false)
  const [invalid, setInvalid] = useState(false)

  const chat = (contactId: string) => {
    onClose()
    if (card.chat) void navigate({ to: '/tickets', search: previous => ({ ...previous, newContact: contactId }) })
  }

  const save = async () => {
    const body = { name, number: card.number }
    if (!ContactBody.shape.name.safeParse(name).success) return setInvalid(true)
    setBusy(true)
    try {
      const contact = await api(contacts.create, { body })
      toast.success(t('ticketDetails:card.saved'))
      void client.invalidateQueries({ queryKey: queryKey(contacts.list) })
      chat(contact.id)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'ERR_DUPLICATED_CONTACT') return void toast.error(error)
      const known = await api(contacts.listAll, { query: { name: card.number } }).catch(() => [])
      if (card.chat && known[0]) chat(known[0].id)
      else toast.error(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={t(card.chat ? 'ticketDetails:message.chatWith' : 'ticketDetails:message.saveContact')}
      description={<span className="tabular">{formatPhone(card.number)}</span>}
      size="sm"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button variant="primary" loading={busy} onClick={() => void save()}>
            {card.chat ? t('ticketDetails:card.continue') : t('common:action.save')}
          </Button>
        </>
      }
    >
      <Field
        label={t('ticketDetails:card.name')}
        required
        error={invalid ? t('ticketDetails:card.nameInvalid') : undefined}
      >
        <Input
          value={name}
          onChange={event => {
            setName(event.target.value)
            setInvalid(false)
          }}
        />
      </Field>
    </Dialog>
  )
}
