import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import type { Contact } from '@balcao/shared/entities/contact.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Combobox } from '#/components/ui/combobox.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { Field } from '#/components/ui/field.tsx'
import { SEARCH_FROM, useFoundContacts } from '#/features/contacts/public/use-found-contacts.ts'
import { useRecheck } from '#/features/contacts/public/use-recheck.ts'
import { formatPhone } from '#/lib/format.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api, useUser } from '#/lib/session.ts'
import { useDebouncedValue } from '#/lib/use-debounced-value.ts'
import { useUnknownNumber } from '../search/talk-to-number.tsx'
import { HeldBy, useBeginTicket } from './begin-ticket.tsx'
import { QueueField, useChosenQueue } from './queue-field.tsx'

interface NewTicketDialogProps {
  /** Preselected contact, when it starts from one. */
  contactId?: string | undefined
  /** Called with a typed number that belongs to no contact, to create one. */
  onNumber: (number: string) => void
  onBegun: () => void
  onClose: () => void
}

/**
 * Starts a conversation: a contact, a queue (optional for admins alone), a connection when there
 * are several.
 */
export function NewTicketDialog({ contactId: given, onNumber, onBegun, onClose }: NewTicketDialogProps) {
  const { t } = useTranslation(['tickets', 'ticketDetails', 'contacts', 'common'])
  const user = useUser()
  const [text, setText] = useState('')
  const [contactId, setContactId] = useState<string | null>(given ?? null)
  const chosenQueue = useChosenQueue()
  const [whatsappId, setWhatsappId] = useState<string | null>(user.whatsappId)
  const [touched, setTouched] = useState(false)
  const { begin, busy, holder, forget } = useBeginTicket(onBegun)

  const chosen = useQuery({
    ...apiQuery(contacts.get, { params: { id: contactId ?? '' } }),
    enabled: contactId !== null,
  })
  const client = useQueryClient()
  const recheck = useRecheck(
    ({ id }: Contact) => api(contacts.check, { params: { id } }),
    row => client.setQueryData(apiQuery(contacts.get, { params: { id: row.id } }).queryKey, row),
  )
  const { isEnough, found, isSearching } = useFoundContacts(text)
  const unknown = useUnknownNumber(useDebouncedValue(text.trim()))
  const connections = (useQuery(apiQuery(whatsapp.list, { query: { session: '0' } })).data ?? []).filter(
    each => capabilitiesOf(each).startsByNumber,
  )

  const rows = [...(chosen.data ? [chosen.data] : []), ...found.filter(contact => contact.id !== contactId)]

  const start = async () => {
    setTouched(true)
    if (contactId === null || chosenQueue.isMissing) return
    await begin({ contactId, queueId: chosenQueue.queueId, ...(whatsappId ? { whatsappId } : {}) })
  }

  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={t('ticketDetails:new.title')}
      size="sm"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button
            variant="primary"
            loading={busy}
            disabled={chosen.data?.isWhatsappValid === false}
            onClick={() => void start()}
          >
            {t('ticketDetails:new.start')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field
          label={t('ticketDetails:new.contact')}
          required
          hint={
            chosen.data?.isWhatsappValid === false
              ? t('ticketDetails:new.notWhatsapp')
              : t('ticketDetails:new.contactHint', { count: SEARCH_FROM })
          }
          error={touched && contactId === null ? t('ticketDetails:new.contactRequired') : undefined}
        >
          <Combobox
            options={rows.map(contact => ({
              value: contact.id,
              label: contact.name,
              ...(contact.isGroup ? {} : { hint: formatPhone(contact.number) }),
            }))}
            value={contactId}
            onChange={id => {
              setContactId(id)
              forget()
            }}
            onSearch={setText}
            loading={isSearching}
            emptyText={isEnough ? undefined : t('ticketDetails:new.contactHint', { count: SEARCH_FROM })}
          />
        </Field>
        {chosen.data?.isWhatsappValid === false && (
          <Button
            icon={<RefreshCw size={16} />}
            className="self-start"
            loading={recheck.isPending}
            onClick={() => chosen.data && recheck.begin(chosen.data)}
          >
            {t('contacts:recheck.short')}
          </Button>
        )}
        {unknown && (
          <Button icon={<UserPlus size={16} />} className="self-start" onClick={() => onNumber(unknown)}>
            {t('ticketDetails:talk.offer', { number: formatPhone(unknown) })}
          </Button>
        )}
        <QueueField chosen={chosenQueue} touched={touched} />
        {connections.length > 1 && (
          <Field label={t('ticketDetails:new.connection')}>
            <Combobox
              options={connections.map(each => ({ value: each.id, label: each.name }))}
              value={whatsappId}
              onChange={setWhatsappId}
              clearLabel={t('ticketDetails:new.defaultConnection')}
              placeholder={t('ticketDetails:new.defaultConnection')}
            />
          </Field>
        )}
        {holder && <HeldBy holder={holder} />}
      </div>
    </Dialog>
  )
}
