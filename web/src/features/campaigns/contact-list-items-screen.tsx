import { contactListItems, contactLists } from '@balcao/shared/api/campaigns/contact-lists.ts'
import type { ListFormat } from '@balcao/shared/api-contract/list-export.ts'
import type { ContactList, ContactListItem } from '@balcao/shared/entities/contact-list.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft, BadgeCheck, ContactRound, Download, RefreshCw, Upload } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#/components/list/column.ts'
import { FormatMenu } from '#/components/list/format-menu.tsx'
import { ListScreen } from '#/components/list-screen.tsx'
import { ListSkeleton } from '#/components/query-states.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { LazySheetUpload } from '#/features/contacts/public/lazy-sheet-upload.ts'
import { useRecheckAction } from '#/features/contacts/public/use-recheck-action.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { applyListEvent } from '#/lib/apply-list-event.ts'
import { formatNumber, formatPhone } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useMayDo } from '#/lib/permissions.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { useBeginExportOf } from '#/lib/use-begin-export.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { useListCheck } from './use-list-check.ts'
import { WhatsappSign } from './whatsapp-sign.tsx'

const ContactListItemDialog = lazyPart(() =>
  import('./contact-list-item-dialog.tsx').then(file => file.ContactListItemDialog),
)

/** Shows the screen of the list in the address. */
export function ContactListItemsRoute() {
  const { contactListId } = useParams({ from: '/_app/contact-lists/$contactListId/contacts' })
  return <ContactListItemsScreen key={contactListId} contactListId={contactListId} />
}

/** Shows the items of a contact list. */
export function ContactListItemsScreen({ contactListId }: { contactListId: string }) {
  const { data, isPending, error, refetch, isFetching } = useQuery(
    apiQuery(contactLists.get, { params: { id: contactListId } }),
  )
  // The cached list stays when it cannot be fetched, but not when it is deleted.
  const gone = error instanceof ApiError && error.code === 'ERR_NO_CONTACT_LIST_FOUND'
  if (data && !gone) return <ItemsScreen of={data} />
  return (
    <div className="flex h-full flex-col gap-4 p-4 md:px-6">
      <div>
        <Back />
      </div>
      {isPending ? (
        <ListSkeleton rows={10} height={40} />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </div>
  )
}

function Back() {
  const { t } = useTranslation('contactLists')
  return (
    <Link
      to="/contact-lists"
      className="inline-flex items-center gap-1.5 text-ink-2 text-sm underline-offset-4 hover:text-ink hover:underline touch:min-h-11"
    >
      <ArrowLeft aria-hidden size={14} className="icon" />
      {t('title')}
    </Link>
  )
}

function ItemsScreen({ of: { id, name, contactsCount: count } }: { of: ContactList }) {
  const { t } = useTranslation('contactLists')
  const mayDelete = useMayDo('contacts-page:deleteContact')
  const { list, rows, search } = useRowList(contactListItems.list, page => page.records, {}, { contactListId: id })
  // On a phone the name of the list needs the room.
  const wide = useMediaQuery('(min-width: 640px)')
  const [filling, setFilling] = useState(false)
  const { begin, isPending } = useBeginExportOf(
    (format: ListFormat) => api(contactLists.export, { params: { id }, body: { format } }),
    t('export.begun'),
  )
  const check = useListCheck(id, t('check.begun'))
  const recheck = useRecheckAction<ContactListItem>(
    item => api(contactListItems.check, { params: { id: item.id } }),
    row => applyListEvent(queryClient, contactListItems.list, 'records', { action: 'update', row }),
  )
  const columns: Column<ContactListItem>[] = [
    { id: 'name', head: t('items.name'), main: true, text: item => item.name },
    { id: 'number', head: t('items.number'), text: ({ number }) => formatPhone(number) },
    { id: 'email', head: t('items.email'), text: ({ email }) => email },
    {
      id: 'whatsapp',
      head: t('whatsapp.yes'),
      beside: 40,
      text: ({ isWhatsappValid: valid }) => t(`whatsapp.${valid === null ? 'unknown' : valid ? 'yes' : 'no'}`),
      cell: ({ isWhatsappValid }) => <WhatsappSign valid={isWhatsappValid} />,
    },
  ]
  const checking =
    check.job &&
    t('check.running', { done: formatNumber(check.job.done), total: formatNumber(check.job.total ?? count) })
  const actions = (
    <>
      <IconButton label={t('importSheet')} icon={<Upload size={20} />} onClick={() => setFilling(true)} />
      {count > 0 && (
        <IconButton
          label={t('check.action')}
          icon={<BadgeCheck size={20} />}
          loading={check.isPending}
          onClick={() => check.begin(false)}
        />
      )}
      {count > 0 && (
        <IconButton
          label={t('check.again')}
          icon={<RefreshCw size={20} />}
          loading={check.isPending}
          onClick={() => check.begin(true)}
        />
      )}
      <FormatMenu onChoose={begin}>
        <IconButton label={t('export.file')} icon={<Download size={20} />} loading={isPending} />
      </FormatMenu>
    </>
  )
  return (
    <>
      <ListScreen
        back={
          <div className="flex min-h-control items-center justify-between gap-2 sm:min-h-0">
            <Back />
            {!wide && <span className="flex items-center">{actions}</span>}
          </div>
        }
        title={name}
        name="contactListItems"
        count={count}
        meta={checking}
        addLabel={t('items.add')}
        actions={wide && actions}
        list={list}
        rows={rows}
        search={{ label: t('items.search'), ...search }}
        skeletons={10}
        firstUse={{ icon: <ContactRound size={20} />, title: t('items.empty'), hint: t('items.emptyHint') }}
        removal={{
          title: item => t('items.deleteTitle', { name: item.name }),
          hint: t('items.deleteHint'),
          done: t('items.deleted'),
          call: item => api(contactListItems.remove, { params: { id: item.id } }),
          list: contactListItems.list,
          rowsKey: 'records',
        }}
        dialog={(item, onClose) => <ContactListItemDialog contactListId={id} item={item} onClose={onClose} />}
        order={null}
        noDelete={!mayDelete}
        nameOf={item => item.name}
        columns={columns}
        card={item => ({
          title: <span className="truncate">{item.name}</span>,
          line: (
            <>
              <span className="tabular truncate">{formatPhone(item.number)}</span>
              <WhatsappSign valid={item.isWhatsappValid} compact />
            </>
          ),
        })}
        more={item => [recheck(item)]}
      />
      <Suspense>
        {filling && <LazySheetUpload target={{ kind: 'contactList', id, name }} onClose={() => setFilling(false)} />}
      </Suspense>
    </>
  )
}
