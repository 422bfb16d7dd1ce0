import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { tags } from '@balcao/shared/api/tickets/tags.ts'
import type { Contact } from '@balcao/shared/entities/contact.ts'
import type { FieldFilters as Filters } from '@balcao/shared/entities/custom-field.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import {
  CalendarClock,
  Combine,
  ContactRound,
  FilterX,
  IdCard,
  MessageSquarePlus,
  Smartphone,
  Tag as TagIcon,
  Tags as TagsIcon,
  Upload,
} from 'lucide-react'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column, Sorting } from '#/components/list/column.ts'
import type { BulkAction } from '#/components/list/selection-bar.tsx'
import { useListExport } from '#/components/list/use-list-export.tsx'
import { useRunInBulk } from '#/components/list/use-run-in-bulk.ts'
import { ListScreen } from '#/components/list-screen.tsx'
import type { RowAction } from '#/components/row-action.ts'
import { Avatar } from '#/components/ui/avatar.tsx'
import { Button } from '#/components/ui/button.tsx'
import { MultiSelect } from '#/components/ui/combobox.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { FieldFilters } from '#/features/fields/public/lazy-fields.ts'
import { ScheduleDialog } from '#/features/schedules/public/lazy-schedule-dialog.ts'
import { applyListEvent } from '#/lib/apply-list-event.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useMayAccess, useMayDo } from '#/lib/permissions.ts'
import { apiPages, apiQuery, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { useDebouncedValue } from '#/lib/use-debounced-value.ts'
import { usePlan } from '#/lib/use-plan.ts'
import { ContactBadge, pageOf, useContactNumber } from './contact-cells.tsx'
import { LazySheetUpload } from './public/lazy-sheet-upload.ts'
import { SEARCH_FROM } from './public/use-found-contacts.ts'
import { useRecheckAction } from './public/use-recheck-action.tsx'

const ContactDialog = lazyPart(() => import('./contact-dialog.tsx').then(file => file.ContactDialog))

const PhoneImportDialog = lazyPart(() => import('./phone-import-dialog.tsx').then(file => file.PhoneImportDialog))

const route = getRouteApi('/_app/contacts')

export function ContactsScreen() {
  const { t } = useTranslation('contacts')
  const navigate = useNavigate()
  const { edit } = route.useSearch()
  const mayDelete = useMayDo('contacts-page:deleteContact')
  const mayExport = useMayAccess('supervisor')
  const mayMerge = useMayAccess('admin')
  const maySchedule = usePlan()?.useSchedules
  const numberOf = useContactNumber()
  const [scheduling, setScheduling] = useState<string | null>(null)
  const [importing, setImporting] = useState(false)
  const [fromPhone, setFromPhone] = useState(false)
  const [text, setText] = useState('')
  const settled = useDebouncedValue(text.trim().toLowerCase())
  // A shorter text would match half of the list (decision 0034).
  const searched = settled.length < SEARCH_FROM ? '' : settled

  const [tagged, setTagged] = useState<readonly string[]>([])
  const [byFields, setByFields] = useState<Filters>({})
  const isByFields = Object.keys(byFields).length > 0
  const isFiltered = tagged.length > 0 || isByFields
  const allTags = useQuery(apiQuery(tags.listAll)).data ?? []
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const list = useInfiniteQuery({
    ...apiPages(contacts.list, {
      query: {
        searchParam: searched,
        ...(sorting?.descending ? { sort: '-name' as const } : {}),
        ...(tagged.length > 0 ? { contactTags: JSON.stringify(tagged) as never } : {}),
        ...(isByFields ? { fields: JSON.stringify(byFields) as never } : {}),
      },
    }),
    placeholderData: previous => previous,
  })
  const { data } = list
  const rows = useMemo(() => data?.pages.flatMap(page => page.contacts) ?? [], [data])
  const show = (id: string | undefined) => void navigate({ to: '/contacts', search: id ? { edit: id } : {} })
  const recheck = useRecheckAction<Contact>(
    contact => api(contacts.check, { params: { id: contact.id } }),
    row => applyListEvent(queryClient, contacts.list, 'contacts', { action: 'update', row }),
  )
  const file = useListExport<Contact>(body => api(contacts.export, { body }), t('export'))
  const tool = (id: string, label: string, icon: ReactNode, run: () => void) => ({ id, label, short: label, icon, run })
  const tools = [
    tool('import', t('import'), <Upload size={20} />, () => setImporting(true)),
    tool('phone', t('phone.title'), <Smartphone size={20} />, () => setFromPhone(true)),
    file.tool,
  ]
  const duplicates = tool(
    'duplicates',
    t('duplicates'),
    <Combine size={20} />,
    () => void navigate({ to: '/contacts/duplicates' }),
  )
  const options = allTags
    .filter(({ kanban }) => kanban === 0)
    .map(({ id, name, color }) => ({ value: id, label: name, color }))
  const runInBulk = useRunInBulk<Contact>(({ name }) => name)
  const setTag = async (given: readonly Contact[], tagId: string, isAdded: boolean) => {
    const changed: Contact[] = []
    await runInBulk(given, async contact => {
      const { id } = contact
      // The row in the list, or in the hands of an undo, may lack what others have set since.
      const now = (await api(contacts.get, { params: { id } })).contactTags.map(tag => tag.id)
      if (now.includes(tagId) === isAdded) return
      const body = { contactTags: isAdded ? [...now, tagId] : now.filter(other => other !== tagId) }
      const row = await api(contacts.update, { params: { id }, body })
      applyListEvent(queryClient, contacts.list, 'contacts', { action: 'update', row })
      changed.push(contact)
    })
    if (changed.length > 0)
      toast.undo(
        t(isAdded ? 'tagged' : 'untagged', { count: changed.length }),
        () => void setTag(changed, tagId, !isAdded),
      )
  }
  const tagAction = (isAdded: boolean): BulkAction<Contact> => ({
    id: isAdded ? 'tag' : 'untag',
    label: t(isAdded ? 'addTag' : 'removeTag'),
    icon: isAdded ? <TagIcon size={16} /> : <TagsIcon size={16} />,
    options: options.map(({ value, label }) => ({
      id: value,
      label,
      run: chosen =>
        setTag(
          chosen.filter(({ contactTags }) => contactTags.some(({ id }) => id === value) !== isAdded),
          value,
          isAdded,
        ),
    })),
  })
  const tagging = options.length > 0 ? [tagAction(true), tagAction(false)] : []
  const columns: Column<Contact>[] = [
    {
      id: 'name',
      head: t('field.name'),
      main: true,
      // What stands beside the name of a group, and of who is not on WhatsApp.
      beside: ({ isGroup, isWhatsappValid }) => (isGroup ? 70 : isWhatsappValid === false ? 120 : 12),
      most: 360,
      sortKey: 'name',
      text: ({ name }) => name,
      cell: contact => <Name contact={contact} />,
    },
    { id: 'number', head: t('field.numberShort'), text: numberOf },
    { id: 'email', head: t('field.email'), text: ({ email }) => email },
    {
      id: 'tags',
      head: t('field.tags'),
      text: ({ contactTags }) => contactTags.map(({ name }) => name).join(', '),
    },
  ]

  return (
    <>
      <ListScreen
        name="contacts"
        title={t('title')}
        count={searched === '' && !isFiltered ? data?.pages[0]?.count : undefined}
        addLabel={t('add')}
        onAdd={() => show('new')}
        tools={mayExport ? (mayMerge ? [...tools, duplicates] : tools) : []}
        list={list}
        rows={rows}
        search={{ label: t('search'), text, searched, onChange: setText, onClear: () => setText('') }}
        searchHint={text.trim() !== '' && text.trim().length < SEARCH_FROM ? t('searchFrom') : undefined}
        skeletons={12}
        filters={
          <>
            {options.length > 0 && (
              <div className="w-full max-w-sm">
                <MultiSelect
                  label={t('field.tags')}
                  placeholder={t('byTags')}
                  options={options}
                  value={[...tagged]}
                  onChange={ids => setTagged([...ids])}
                />
              </div>
            )}
            <Suspense>
              <FieldFilters on="contact" value={byFields} onChange={setByFields} />
            </Suspense>
          </>
        }
        firstUse={
          isFiltered
            ? {
                instead: (
                  <EmptyState
                    icon={<FilterX size={20} />}
                    title={t(isByFields ? 'noneFiltered' : 'noneTagged')}
                    action={
                      <Button
                        onClick={() => {
                          setTagged([])
                          setByFields({})
                        }}
                      >
                        {t('clearTags')}
                      </Button>
                    }
                  />
                ),
              }
            : { icon: <ContactRound size={20} />, title: t('empty'), hint: t('emptyHint') }
        }
        // A search and a filter have their own order.
        order={searched === '' && !isFiltered ? { sorting, onSort: setSorting, count: data?.pages[0]?.count } : null}
        removal={{
          title: contact => t('deleteTitle', { name: contact.name }),
          hint: t('deleteHint'),
          done: t('deleted'),
          call: contact => api(contacts.remove, { params: { id: contact.id } }),
          list: contacts.list,
          rowsKey: 'contacts',
        }}
        noDelete={!mayDelete}
        bulk={[...tagging, ...(mayExport ? [file.bulk] : [])]}
        nameOf={({ name }) => name}
        lead={{
          width: 28,
          show: (contact, oneLine) => (
            <Avatar
              name={contact.name}
              src={contact.profilePicUrl}
              size={oneLine ? 28 : 40}
              channel={contact.channel}
              group={contact.isGroup}
            />
          ),
        }}
        columns={columns}
        card={contact => ({
          title: <Name contact={contact} />,
          line: <span className="tabular truncate">{numberOf(contact) || contact.email || '–'}</span>,
        })}
        more={contact => {
          const { id, name, isWhatsappValid } = contact
          const invalid = isWhatsappValid === false ? t('notWhatsapp') : undefined
          const schedule: RowAction = {
            id: 'schedule',
            label: t('schedule', { name }),
            short: t('scheduleShort'),
            icon: <CalendarClock size={16} />,
            disabledReason: pageOf(contact) ? t('channel.noSchedule') : invalid,
            run: () => setScheduling(id),
          }
          return [
            {
              id: 'page',
              label: t('page', { name }),
              short: t('pageShort'),
              icon: <IdCard size={16} />,
              run: () => void navigate({ to: '/contacts/$contactId', params: { contactId: id } }),
            },
            recheck(contact),
            ...(maySchedule ? [schedule] : []),
            {
              id: 'start',
              label: t('start', { name }),
              short: t('startShort'),
              icon: <MessageSquarePlus size={16} />,
              tone: 'accent',
              disabledReason: invalid,
              run: () => void navigate({ href: `/tickets?newContact=${id}` }),
            },
          ]
        }}
        onOpen={({ id }) => show(id)}
        onEdit={({ id }) => show(id)}
      />
      <Suspense>
        {edit && (
          <ContactDialog key={edit} id={edit === 'new' ? null : edit} onClose={() => show(undefined)} onOpen={show} />
        )}
        {fromPhone && <PhoneImportDialog onClose={() => setFromPhone(false)} />}
        {importing && <LazySheetUpload target={{ kind: 'contacts' }} onClose={() => setImporting(false)} />}
        {scheduling && <ScheduleDialog schedule={null} contactId={scheduling} onClose={() => setScheduling(null)} />}
      </Suspense>
    </>
  )
}

function Name({ contact }: { contact: Contact }) {
  return (
    <>
      <span title={contact.name} className="truncate">
        {contact.name}
      </span>
      <ContactBadge contact={contact} />
    </>
  )
}
