import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import type { Contact } from '@balcao/shared/entities/contact.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ArrowLeft, Ban, Combine, MessageSquarePlus, Pencil } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListSkeleton } from '#/components/query-states.tsx'
import { Avatar } from '#/components/ui/avatar.tsx'
import { Button } from '#/components/ui/button.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { apiQuery } from '#/lib/queries.ts'
import { useScreenTitle } from '#/lib/screen-title.ts'
import { usePlan } from '#/lib/use-plan.ts'
import { ContactBadge, pageOf, useContactNumber } from '../contact-cells.tsx'
import { BlockNotice } from '../public/block-notice.tsx'
import { ContactTags } from '../public/contact-tags.tsx'
import { useAskToBlock } from '../public/use-ask-to-block.ts'
import { ContactCampaigns } from './contact-campaigns.tsx'
import { ContactConversations } from './contact-conversations.tsx'
import { ContactFacts } from './contact-facts.tsx'
import { ContactFiles } from './contact-files.tsx'
import { ContactNotes } from './contact-notes.tsx'
import { Duplicates } from './duplicates.tsx'
import { MergeNotice } from './merge-notice.tsx'
import { PageSection } from './page-section.tsx'

const ContactDialog = lazyPart(() => import('../contact-dialog.tsx').then(file => file.ContactDialog))
const MergeDialog = lazyPart(() => import('./merge-dialog.tsx').then(file => file.MergeDialog))
const ContactFields = lazyPart(() => import('../public/contact-fields.tsx').then(file => file.ContactFields), 'fields')
const CustomerOrders = lazyPart(
  () => import('#/features/orders/public/customer-orders.tsx').then(file => file.CustomerOrders),
  'budgets',
)

/** Shows the page of the contact in the address. */
export function ContactPageRoute() {
  const { contactId } = useParams({ from: '/_app/contacts_/$contactId' })
  return <ContactPage key={contactId} contactId={contactId} />
}

/** Shows everything of a contact that the person may see on one page. */
function ContactPage({ contactId }: { contactId: string }) {
  const contact = useQuery(apiQuery(contacts.get, { params: { id: contactId } }))
  useScreenTitle(contact.data?.name)
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 p-4 md:px-6">
        <Back />
        {contact.data ? (
          <Content contact={contact.data} />
        ) : contact.isPending ? (
          <ListSkeleton rows={6} />
        ) : (
          <ErrorState error={contact.error} onRetry={() => void contact.refetch()} retrying={contact.isFetching} />
        )}
      </div>
    </div>
  )
}

function Back() {
  const { t } = useTranslation('contactPage')
  return (
    <Link
      to="/contacts"
      className="inline-flex items-center gap-1.5 self-start text-ink-2 text-sm underline-offset-4 hover:text-ink hover:underline touch:min-h-11"
    >
      <ArrowLeft aria-hidden size={14} className="icon" />
      {t('back')}
    </Link>
  )
}

function Content({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contactPage')
  const navigate = useNavigate()
  const plan = usePlan()
  const mayCampaigns = useMayAccess('admin') && plan?.useCampaigns
  const [editing, setEditing] = useState(false)
  /** Id of the contact to merge, empty while none is chosen. */
  const [merging, setMerging] = useState<string | null>(null)
  const isPerson = !contact.isGroup && !pageOf(contact)
  return (
    <>
      <Head contact={contact} onEdit={() => setEditing(true)} onMerge={isPerson ? () => setMerging('') : undefined} />
      {contact.blocked && <BlockNotice contact={contact} />}
      {contact.merge && <MergeNotice contact={contact} merge={contact.merge} />}
      {isPerson && <Duplicates contact={contact} onMerge={setMerging} />}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <ContactConversations contactId={contact.id} />
        {plan?.useSales && (
          <PageSection title={t('orders.title')} bare>
            {contact.customerId ? (
              <Suspense fallback={<ListSkeleton rows={2} height={48} />}>
                <CustomerOrders customerId={contact.customerId} />
              </Suspense>
            ) : (
              <p className="text-ink-2 text-sm">{t('orders.noCustomer')}</p>
            )}
          </PageSection>
        )}
        <ContactNotes contactId={contact.id} />
        <PageSection title={t('fields.title')}>
          <Suspense>
            <ContactFields contact={contact} />
          </Suspense>
          {contact.extraInfo.length === 0 ? (
            <p className="text-ink-2 text-sm">{t('fields.none')}</p>
          ) : (
            <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
              {contact.extraInfo.map(info => (
                <div key={`${info.name}-${info.value}`}>
                  <dt className="text-ink-2 text-xs">{info.name}</dt>
                  <dd className="wrap-anywhere">{info.value}</dd>
                </div>
              ))}
            </dl>
          )}
        </PageSection>
        <ContactFiles contactId={contact.id} />
        {mayCampaigns && <ContactCampaigns contactId={contact.id} />}
      </div>
      <Suspense>
        {editing && (
          <ContactDialog
            id={contact.id}
            onClose={() => setEditing(false)}
            onOpen={id => void navigate({ to: '/contacts/$contactId', params: { contactId: id } })}
          />
        )}
        {merging !== null && <MergeDialog contact={contact} otherId={merging} onClose={() => setMerging(null)} />}
      </Suspense>
    </>
  )
}

interface HeadProps {
  contact: Contact
  onEdit: () => void
  /** Undefined for a contact that cannot be merged. */
  onMerge: (() => void) | undefined
}

function Head({ contact, onEdit, onMerge }: HeadProps) {
  const { t } = useTranslation('contactPage')
  const navigate = useNavigate()
  const { ask, isPending } = useAskToBlock()
  const numberOf = useContactNumber()
  return (
    <header className="flex flex-col gap-4 rounded-md border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start gap-4">
        <Avatar
          name={contact.name}
          src={contact.profilePicUrl}
          size={64}
          channel={contact.channel}
          group={contact.isGroup}
        />
        <div className="min-w-0 flex-1 basis-52">
          <h1 className="wrap-anywhere flex flex-wrap items-center gap-2 font-semibold text-lg">
            <bdi>{contact.name}</bdi>
            <ContactBadge contact={contact} />
          </h1>
          <p className="tabular text-ink-2">{numberOf(contact)}</p>
          {contact.email && <p className="wrap-anywhere text-ink-2 text-sm">{contact.email}</p>}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            size="sm"
            icon={<MessageSquarePlus size={16} />}
            disabled={contact.blocked}
            onClick={() => void navigate({ href: `/tickets?newContact=${contact.id}` })}
          >
            {t('start')}
          </Button>
          <Button size="sm" icon={<Pencil size={16} />} onClick={onEdit}>
            {t('edit')}
          </Button>
          {onMerge && (
            <Button size="sm" icon={<Combine size={16} />} onClick={onMerge}>
              {t('merge.action')}
            </Button>
          )}
          {!contact.blocked && (
            <Button size="sm" icon={<Ban size={16} />} loading={isPending} onClick={() => void ask(contact)}>
              {t('blocked.action')}
            </Button>
          )}
        </div>
      </div>
      <ContactFacts contact={contact} />
      <div className="max-w-md">
        <ContactTags contact={contact} />
      </div>
    </header>
  )
}
