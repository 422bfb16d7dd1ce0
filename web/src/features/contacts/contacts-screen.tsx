import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import type { Contact } from '@balcao/shared/entities/contact.ts'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { ContactRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddButton } from '#/components/add-button.tsx'
import { ListSearch } from '#/components/list-search.tsx'
import { ListSkeleton, NothingFound } from '#/components/query-states.tsx'
import { Button } from '#/components/ui/button.tsx'
import { confirm } from '#/components/ui/confirm.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Page, PageHeader } from '#/components/ui/page-header.tsx'
import { VirtualList } from '#/components/ui/virtual-list.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { cn } from '#/lib/cn.ts'
import { useMayDo } from '#/lib/permissions.ts'
import { apiPages, applyListEvent, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { useDebouncedValue } from '#/lib/use-debounced-value.ts'
import { useListKeys } from '#/lib/use-list-keys.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'
import { ContactRow } from './contact-row.tsx'

const ContactDialog = lazy(() => import('./contact-dialog.tsx').then(file => ({ default: file.ContactDialog })))

const route = getRouteApi('/_app/contacts')

export function ContactsScreen() {
  const { t } = useTranslation('contacts')
  const navigate = useNavigate()
  const { edit } = route.useSearch()
  const mayDelete = useMayDo('contacts-page:deleteContact')
  const oneLine = useMediaQuery('(min-width: 900px) and (pointer: fine)')
  const [text, setText] = useState('')
  const searched = useDebouncedValue(text.trim().toLowerCase())

  const list = useInfiniteQuery({
    ...apiPages(contacts.list, { query: { searchParam: searched } }),
    placeholderData: previous => previous,
  })
  const rows = list.data?.pages.flatMap(page => page.contacts) ?? []
  const count = list.data?.pages[0]?.count

  const show = (id: string | undefined) => void navigate({ to: '/contacts', search: id ? { edit: id } : {} })
  const active = useListKeys(rows.length, index => show(rows[index]?.id))
  const remove = useMutation({
    mutationFn: (contact: Contact) => api(contacts.remove, { params: { id: contact.id } }),
    onSuccess: (_, contact) => {
      applyListEvent(queryClient, contacts.list, 'contacts', { action: 'delete', id: contact.id })
      toast.success(t('deleted'))
    },
    onError: toast.error,
  })
  const askRemove = async (contact: Contact) => {
    const yes = await confirm({
      title: t('deleteTitle', { name: contact.name }),
      description: t('deleteHint'),
      confirmLabel: t('action.delete', { ns: 'common' }),
    })
    if (yes) remove.mutate(contact)
  }

  return (
    <Page
      header={
        <PageHeader
          title={t('title')}
          meta={count ? t('count', { count }) : undefined}
          action={<AddButton label={t('add')} onClick={() => show('new')} />}
        >
          <ListSearch label={t('search')} value={text} onChange={setText} />
        </PageHeader>
      }
    >
      {list.isPending ? (
        <ListSkeleton height={oneLine ? 40 : 64} rows={12} />
      ) : list.isPlaceholderData && list.isPaused ? (
        <ErrorState error={new ApiError('ERR_NETWORK', 0)} />
      ) : list.isError && rows.length === 0 ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      ) : rows.length === 0 && searched !== '' ? (
        <NothingFound text={text} onClear={() => setText('')} />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={<ContactRound size={20} />}
          title={t('empty')}
          action={
            <Button variant="primary" onClick={() => show('new')}>
              {t('add')}
            </Button>
          }
        >
          {t('emptyHint')}
        </EmptyState>
      ) : (
        <VirtualList
          label={t('title')}
          items={rows}
          rowHeight={oneLine ? 40 : 64}
          itemKey={contact => contact.id}
          hasMore={list.hasNextPage}
          loadingMore={list.isFetchingNextPage}
          onEnd={() => void list.fetchNextPage()}
          activeIndex={active}
          className={cn(
            'flex-initial rounded-md border border-line bg-surface',
            list.isPlaceholderData && 'opacity-60',
          )}
        >
          {(contact, index) => (
            <ContactRow
              contact={contact}
              oneLine={oneLine}
              active={index === active}
              onEdit={() => show(contact.id)}
              onStart={() => void navigate({ href: `/tickets?newContact=${contact.id}` })}
              onDelete={mayDelete ? () => void askRemove(contact) : undefined}
            />
          )}
        </VirtualList>
      )}
      <Suspense>
        {edit && (
          <ContactDialog key={edit} id={edit === 'new' ? null : edit} onClose={() => show(undefined)} onOpen={show} />
        )}
      </Suspense>
    </Page>
  )
}
