import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import type { Contact } from '@balcao/shared/entities/contact.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { ContactRound, Smartphone, Upload } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddButton } from '#/components/add-button.tsx'
import { ListSearch } from '#/components/list-search.tsx'
import { ListStates } from '#/components/list-states.tsx'
import { PagedRows } from '#/components/paged-rows.tsx'
import { FirstUse } from '#/components/query-states.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Screen, ScreenHeader } from '#/components/ui/screen-header.tsx'
import { ScheduleDialog } from '#/features/schedules/public/lazy-schedule-dialog.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useMayAccess, useMayDo } from '#/lib/permissions.ts'
import { apiPages } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { useDebouncedValue } from '#/lib/use-debounced-value.ts'
import { useListKeys } from '#/lib/use-list-keys.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'
import { usePlan } from '#/lib/use-plan.ts'
import { useRemove } from '#/lib/use-remove.ts'
import { ContactRow } from './contact-row.tsx'
import { ExportButton } from './export-button.tsx'
import { LazySheetUpload } from './public/lazy-sheet-upload.ts'
import { SEARCH_FROM } from './public/use-found-contacts.ts'

const ContactDialog = lazyPart(() => import('./contact-dialog.tsx').then(file => file.ContactDialog))

const PhoneImportDialog = lazyPart(() => import('./phone-import-dialog.tsx').then(file => file.PhoneImportDialog))

const route = getRouteApi('/_app/contacts')

export function ContactsScreen() {
  const { t } = useTranslation('contacts')
  const navigate = useNavigate()
  const { edit } = route.useSearch()
  const mayDelete = useMayDo('contacts-page:deleteContact')
  const mayExport = useMayAccess('supervisor')
  const oneLine = useMediaQuery('(min-width: 900px) and (pointer: fine)')
  // Beside three actions a phone has room for the title alone.
  const hasRoom = useMediaQuery('(min-width: 480px)')
  const rowHeight = oneLine ? 40 : 64
  const maySchedule = usePlan()?.useSchedules
  const [scheduling, setScheduling] = useState<string | null>(null)
  const [importing, setImporting] = useState(false)
  const [fromPhone, setFromPhone] = useState(false)
  const [text, setText] = useState('')
  const settled = useDebouncedValue(text.trim().toLowerCase())
  // A shorter text would match half of the list (decision 0034).
  const searched = settled.length < SEARCH_FROM ? '' : settled

  const list = useInfiniteQuery({
    ...apiPages(contacts.list, { query: { searchParam: searched } }),
    placeholderData: previous => previous,
  })
  const rows = list.data?.pages.flatMap(page => page.contacts) ?? []
  const count = list.data?.pages[0]?.count

  const show = (id: string | undefined) => void navigate({ to: '/contacts', search: id ? { edit: id } : {} })
  const active = useListKeys(rows.length, index => show(rows[index]?.id))
  const askRemove = useRemove<Contact>({
    title: contact => t('deleteTitle', { name: contact.name }),
    hint: t('deleteHint'),
    done: t('deleted'),
    call: contact => api(contacts.remove, { params: { id: contact.id } }),
    list: contacts.list,
    rowsKey: 'contacts',
  })

  return (
    <Screen
      header={
        <ScreenHeader
          title={t('title')}
          meta={count && hasRoom ? t('count', { count }) : undefined}
          action={
            <>
              {mayExport && (
                <IconButton label={t('import')} icon={<Upload size={20} />} onClick={() => setImporting(true)} />
              )}
              {mayExport && (
                <IconButton
                  label={t('phone.title')}
                  icon={<Smartphone size={20} />}
                  onClick={() => setFromPhone(true)}
                />
              )}
              {mayExport && <ExportButton />}
              <AddButton label={t('add')} onClick={() => show('new')} />
            </>
          }
        >
          <ListSearch
            label={t('search')}
            value={text}
            onChange={setText}
            hint={text.trim() !== '' && text.trim().length < SEARCH_FROM ? t('searchFrom') : undefined}
          />
        </ScreenHeader>
      }
    >
      <ListStates
        list={list}
        count={rows.length}
        rowHeight={rowHeight}
        rows={12}
        search={{ text, searched, onClear: () => setText('') }}
        firstUse={
          <FirstUse icon={<ContactRound size={20} />} title={t('empty')} addLabel={t('add')} onAdd={() => show('new')}>
            {t('emptyHint')}
          </FirstUse>
        }
      >
        <PagedRows list={list} label={t('title')} items={rows} rowHeight={rowHeight} activeIndex={active}>
          {(contact, index) => (
            <ContactRow
              contact={contact}
              oneLine={oneLine}
              active={index === active}
              onEdit={() => show(contact.id)}
              onStart={() => void navigate({ href: `/tickets?newContact=${contact.id}` })}
              onSchedule={maySchedule ? () => setScheduling(contact.id) : undefined}
              onDelete={mayDelete ? () => void askRemove(contact) : undefined}
            />
          )}
        </PagedRows>
      </ListStates>
      <Suspense>
        {edit && (
          <ContactDialog key={edit} id={edit === 'new' ? null : edit} onClose={() => show(undefined)} onOpen={show} />
        )}
        {fromPhone && <PhoneImportDialog onClose={() => setFromPhone(false)} />}
        {importing && <LazySheetUpload target={{ kind: 'contacts' }} onClose={() => setImporting(false)} />}
        {scheduling && <ScheduleDialog schedule={null} contactId={scheduling} onClose={() => setScheduling(null)} />}
      </Suspense>
    </Screen>
  )
}
