import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { customers } from '@balcao/shared/api/customers/customers.ts'
import { ticketNotes } from '@balcao/shared/api/tickets/ticket-notes.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { Contact } from '@balcao/shared/entities/contact.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { formatDocument } from '@balcao/shared/rules/sales/document.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ClipboardList, ScrollText, StickyNote } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { CustomerDialog } from '#/features/customers/public/lazy-customer-dialogs.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { type CopilotFields, useCopilot } from './use-copilot.ts'

/** Longest note, in UTF-16 units. */
const MAX_NOTE = 5000

interface CopilotSectionProps {
  ticket: Ticket
  /** The contact, where the company sells: its customer form can be filled. */
  contact: Contact | undefined
}

/** Shows what the copilot reads in a conversation: a summary, and the data of the customer form. */
export function CopilotSection({ ticket, contact }: CopilotSectionProps) {
  const { t } = useTranslation('ticketDetails', { keyPrefix: 'copilot' })
  const [text, setText] = useState('')
  const { state, run, leave } = useCopilot(ticket.id, setText)
  const writes = state.at === 'writing'
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={<ScrollText size={16} />}
          disabled={writes}
          onClick={() => {
            setText('')
            void run('summarize')
          }}
        >
          {t('action.summarize')}
        </Button>
        {contact && (
          <Button size="sm" icon={<ClipboardList size={16} />} disabled={writes} onClick={() => void run('customer')}>
            {t('action.customer')}
          </Button>
        )}
      </div>
      {writes && (
        <p role="status" className="flex items-center gap-2 text-ink-2 text-sm">
          <Spinner /> {t(state.action === 'customer' ? 'reading' : 'writing')}
        </p>
      )}
      {state.at === 'failed' && (
        <ErrorState compact error={state.error} title={t('failed')} onRetry={() => void run(state.action)} />
      )}
      {(state.at === 'done' || (writes && state.action === 'summarize' && text)) && (
        <Summary ticket={ticket} text={text} whole={state.at === 'done'} onSaved={leave} />
      )}
      {state.at === 'read' && contact && <Fields contact={contact} fields={state.fields} onDone={leave} />}
    </div>
  )
}

interface SummaryProps {
  ticket: Ticket
  text: string
  whole: boolean
  onSaved: () => void
}

function Summary({ ticket, text, whole, onSaved }: SummaryProps) {
  const { t } = useTranslation('ticketDetails')
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const shown = useRef(false)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])
  const save = async () => {
    setBusy(true)
    try {
      await api(ticketNotes.create, {
        body: { note: cutText(text, MAX_NOTE), ticketId: ticket.id, contactId: ticket.contactId },
      })
      await client.invalidateQueries({ queryKey: queryKey(ticketNotes.list) })
      toast.success(t('notes.added'))
      // What was begun meanwhile stays.
      if (shown.current) onSaved()
    } catch (failure) {
      toast.error(failure)
      setBusy(false)
    }
  }
  return (
    <div className="rounded-md border border-line p-3">
      <p aria-live="polite" aria-busy={!whole} className="wrap-anywhere whitespace-pre-wrap text-sm">
        {text}
      </p>
      {whole && (
        <Button size="sm" className="mt-2" icon={<StickyNote size={16} />} loading={busy} onClick={() => void save()}>
          {t('copilot.saveNote')}
        </Button>
      )}
    </div>
  )
}

/** Shows what was read, each value with the words it stands in, and opens the form with it. */
function Fields({ contact, fields, onDone }: { contact: Contact; fields: CopilotFields; onDone: () => void }) {
  const { t } = useTranslation('ticketDetails', { keyPrefix: 'copilot' })
  const [open, setOpen] = useState(false)
  const linked = useQuery({
    ...apiQuery(customers.get, { params: { id: contact.customerId ?? '' } }),
    enabled: contact.customerId !== null,
  })
  const client = useQueryClient()
  const found = Object.entries(fields)
  if (found.length === 0) return <p className="text-ink-2 text-sm">{t('nothing')}</p>
  return (
    <div className="rounded-md border border-line p-3">
      <dl className="flex flex-col gap-2 text-sm">
        {found.map(([name, reading]) => (
          <div key={name}>
            <dt className="text-ink-2">{t(`field.${name}` as 'field.fullName')}</dt>
            <dd className="wrap-anywhere">
              {name === 'document' ? formatDocument(reading!.value) : reading!.value}
              <q className="mt-0.5 block border-line border-l-2 pl-2 text-ink-2 before:content-none after:content-none">
                {reading!.words}
              </q>
            </dd>
          </div>
        ))}
      </dl>
      <Button
        size="sm"
        className="mt-3"
        variant="primary"
        disabled={contact.customerId !== null && !linked.data}
        onClick={() => setOpen(true)}
      >
        {t('openForm')}
      </Button>
      <Suspense>
        {open && (
          <CustomerDialog
            customer={linked.data ?? null}
            contact={contact.customerId === null ? contact : undefined}
            read={fields}
            onClose={() => {
              setOpen(false)
              onDone()
              void client.invalidateQueries({ queryKey: queryKey(contacts.get, { params: { id: contact.id } }) })
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
