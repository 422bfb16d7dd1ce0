import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { tags } from '@balcao/shared/api/tickets/tags.ts'
import { ticketNotes } from '@balcao/shared/api/tickets/ticket-notes.ts'
import { ticketsLog } from '@balcao/shared/api/tickets/tickets.ts'
import type { Contact } from '@balcao/shared/entities/contact.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Copy, Pencil, X } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#/components/ui/avatar.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { MultiSelect } from '#/components/ui/combobox.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { ColorDot } from '#/components/ui/pill.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { ContactDialog } from '#/features/contacts/public/lazy-contact-dialog.ts'
import { formatPhone, formatWhen, isMasked } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { apiQuery } from '#/lib/queries.ts'
import { toast } from '#/lib/toast.ts'
import { usePlan } from '#/lib/use-plan.ts'
import { changeTags } from '../actions/change-tags.ts'
import { GoalLines } from '../goals/parts.ts'
import { PrioritySign } from '../priority/parts.ts'
import { TicketLog } from '../public/ticket-log.tsx'
import { SectionsSkeleton } from './details-skeleton.tsx'
import { Notes } from './notes.tsx'
import { Referral } from './referral.tsx'

const ContactStanding = lazyPart(
  () => import('#/features/contacts/public/contact-standing.tsx').then(file => file.ContactStanding),
  'contactPage',
)

/** Loaded with its texts: only companies that sell have customers. */
const CustomerSection = lazyPart(() => import('./customer-section.tsx').then(file => file.CustomerSection), 'customers')

const TicketFields = lazyPart(() => import('./own-fields.tsx').then(file => file.TicketFields), 'fields')
const ContactFields = lazyPart(
  () => import('#/features/contacts/public/contact-fields.tsx').then(file => file.ContactFields),
  'fields',
)

const ContactTags = lazyPart(
  () => import('#/features/contacts/public/contact-tags.tsx').then(file => file.ContactTags),
  'contactPage',
)

const CopilotSection = lazyPart(
  () => import('../copilot/copilot-section.tsx').then(file => file.CopilotSection),
  'ticketDetails',
)

const CustomerOrders = lazyPart(
  () => import('#/features/orders/public/customer-orders.tsx').then(file => file.CustomerOrders),
  'budgets',
)

interface DetailsPanelProps {
  ticket: Ticket
  onClose?: () => void
  /** Opens the field of a note; absent in a sheet over the conversation. */
  onNote?: () => void
}

/** Shows the contact's data, notes and history in the panel beside a conversation. */
export function DetailsPanel({ ticket, onClose, onNote }: DetailsPanelProps) {
  const { t } = useTranslation(['tickets', 'ticketDetails', 'common'])
  const contact = useQuery({
    ...apiQuery(contacts.get, { params: { id: ticket.contactId } }),
    enabled: !ticket.isGroup,
  })
  // All sections at once, so that none pushes another down; cached data shows in the first frame.
  const notes = useQuery(apiQuery(ticketNotes.list, { query: { ticketId: ticket.id } }))
  const past = useQuery(apiQuery(contacts.tickets, { params: { id: ticket.contactId } }))
  const log = useQuery(apiQuery(ticketsLog.list, { params: { ticketId: ticket.id } }))
  const [edited, setEdited] = useState<string | null>(null)
  const waiting = [contact, notes, past, log].some(query => query.isLoading)
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text)
    toast.success(t('common:action.copied'))
  }
  return (
    <div className="flex flex-col gap-5 p-4">
      <div className="relative flex flex-col items-center gap-2 text-center">
        {onClose && (
          <IconButton
            size="sm"
            label={t('common:action.close')}
            icon={<X size={16} />}
            onClick={onClose}
            className="-top-1 -right-1 absolute"
          />
        )}
        <Avatar
          name={ticket.contact.name}
          src={ticket.contact.profilePicUrl}
          size={80}
          channel={ticket.contact.channel}
          group={ticket.isGroup}
        />
        <h2 className="wrap-anywhere flex items-center gap-1 font-semibold text-md">
          <bdi>{ticket.contact.name}</bdi>
          {contact.data && (
            <IconButton
              size="sm"
              label={t('ticketDetails:details.edit')}
              icon={<Pencil size={14} />}
              onClick={() => setEdited(ticket.contactId)}
            />
          )}
        </h2>
        {!ticket.isGroup && ticket.contact.number && (
          <p className="tabular flex items-center gap-1 text-ink-2">
            {formatPhone(ticket.contact.number)}
            {!isMasked(ticket.contact.number) && (
              <IconButton
                size="sm"
                label={t('ticketDetails:details.copyNumber')}
                icon={<Copy size={14} />}
                onClick={() => void copy(ticket.contact.number)}
              />
            )}
          </p>
        )}
        {!waiting && contact.data?.email && <p className="wrap-anywhere text-ink-2 text-sm">{contact.data.email}</p>}
        {!waiting && contact.data?.whatsapp && contact.data.whatsapp.id !== ticket.whatsappId && (
          <p className="wrap-anywhere text-ink-2 text-sm">
            {t('ticketDetails:details.lastConnection', { name: contact.data.whatsapp.name })}
          </p>
        )}
      </div>

      {contact.data && (
        <Suspense fallback={<Skeleton className="h-8" />}>
          <ContactStanding contact={contact.data} />
        </Suspense>
      )}

      {waiting ? <SectionsSkeleton /> : <Sections ticket={ticket} contact={contact} onNote={onNote} />}
      {edited && (
        <Suspense>
          <ContactDialog id={edited} onClose={() => setEdited(null)} onOpen={setEdited} />
        </Suspense>
      )}
    </div>
  )
}

interface SectionsProps {
  ticket: Ticket
  contact: UseQueryResult<Contact>
  onNote: (() => void) | undefined
}

function Sections({ ticket, contact, onNote }: SectionsProps) {
  const { t } = useTranslation(['tickets', 'ticketDetails'])
  const plan = usePlan()
  return (
    <>
      {ticket.referral && (
        <Section title={t('ticketDetails:referral.title')}>
          <Referral referral={ticket.referral} />
        </Section>
      )}

      {ticket.rating && (
        <Section title={t('ticketDetails:log.rated')}>
          <p className="tabular">{ticket.rating} / 3</p>
        </Section>
      )}

      {ticket.priority !== 'none' && (
        <Section title={t('ticketDetails:priority.title')}>
          <Suspense>
            <PrioritySign priority={ticket.priority} className="text-sm" />
          </Suspense>
        </Section>
      )}

      {ticket.goals.length > 0 && (
        <Section title={t('ticketDetails:goal.title')}>
          <Suspense>
            <GoalLines goals={ticket.goals} />
          </Suspense>
        </Section>
      )}

      <Section title={t('ticketDetails:details.tags')}>
        <TicketTags ticket={ticket} />
      </Section>

      {contact.data && (
        <Suspense fallback={<Skeleton className="h-8" />}>
          <ContactTags contact={contact.data} />
        </Suspense>
      )}

      {plan?.useOpenAi && (
        <Section title={t('ticketDetails:copilot.title')}>
          <Suspense fallback={<Skeleton className="h-8" />}>
            <CopilotSection ticket={ticket} contact={plan.useSales ? contact.data : undefined} />
          </Suspense>
        </Section>
      )}

      {contact.isError && <ErrorState compact error={contact.error} onRetry={() => void contact.refetch()} />}
      {plan?.useSales && contact.data && (
        <Suspense fallback={<Skeleton className="h-24" />}>
          <CustomerSection contact={contact.data} />
        </Suspense>
      )}
      {plan?.useSales && contact.data?.customerId && (
        <Suspense fallback={<Skeleton className="h-24" />}>
          <CustomerOrders customerId={contact.data.customerId} />
        </Suspense>
      )}

      <Suspense>
        <TicketFields ticket={ticket} />
      </Suspense>
      {contact.data && (
        <Suspense>
          <ContactFields contact={contact.data} />
        </Suspense>
      )}

      {contact.data && contact.data.extraInfo.length > 0 && (
        <Section title={t('ticketDetails:details.extra')}>
          <dl className="flex flex-col gap-2">
            {contact.data.extraInfo.map(info => (
              <div key={`${info.name}-${info.value}`}>
                <dt className="text-ink-2 text-xs">{info.name}</dt>
                <dd className="wrap-anywhere">{info.value}</dd>
              </div>
            ))}
          </dl>
        </Section>
      )}

      <Section title={t('ticketDetails:details.notes')}>
        <Notes ticket={ticket} onWrite={onNote} />
      </Section>

      <Section title={t('ticketDetails:details.past')}>
        <PastTickets ticket={ticket} />
      </Section>

      <Section title={t('ticketDetails:details.log')}>
        <TicketLog ticketId={ticket.id} />
      </Section>
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 font-medium text-ink-2 text-sm">{title}</h3>
      {children}
    </section>
  )
}

function TicketTags({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('ticketDetails')
  const all = useQuery(apiQuery(tags.listAll)).data ?? []
  return (
    <MultiSelect
      label={t('details.tags')}
      placeholder={t('details.addTag')}
      emptyText={t('details.noTags')}
      options={all.map(tag => ({ value: tag.id, label: tag.name, color: tag.color }))}
      value={ticket.tags.map(tag => tag.id)}
      onChange={ids => void changeTags(ticket, all, ids)}
    />
  )
}

const tones = { open: 'accent', pending: 'warning', closed: 'neutral' } as const

function PastTickets({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation(['tickets', 'ticketDetails'])
  const query = useQuery(apiQuery(contacts.tickets, { params: { id: ticket.contactId } }))
  if (query.isPending) return <Skeleton className="h-12" />
  if (query.isError) return <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
  const past = query.data.filter(other => other.id !== ticket.id)
  if (past.length === 0) return <p className="text-ink-2 text-sm">{t('ticketDetails:details.noPast')}</p>
  return (
    <ul className="flex flex-col">
      {past.map(other => (
        <li key={other.id}>
          <Link
            to="/tickets/$uuid"
            params={{ uuid: other.uuid }}
            search={previous => previous}
            className="-mx-2 flex h-row items-center gap-2 rounded-md px-2 hover:bg-hover"
          >
            <ColorDot color={other.queue?.color} />
            <span className="tabular min-w-0 flex-1 truncate text-sm">{formatWhen(other.createdAt)}</span>
            <Badge tone={tones[other.status]}>{t(`status.${other.status}`)}</Badge>
          </Link>
        </li>
      ))}
    </ul>
  )
}
