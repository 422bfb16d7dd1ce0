import { contactLists } from '@balcao/shared/api/campaigns/contact-lists.ts'
import type { ContactList } from '@balcao/shared/entities/contact-list.ts'
import { useNavigate } from '@tanstack/react-router'
import { Download, ListOrdered, Upload } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#/components/list/column.ts'
import { ListScreen } from '#/components/list-screen.tsx'
import { LazySheetUpload } from '#/features/contacts/public/lazy-sheet-upload.ts'
import { formatNumber } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { api } from '#/lib/session.ts'
import { useBeginExportOf } from '#/lib/use-begin-export.ts'
import { useRowList } from '#/lib/use-row-list.ts'

const ContactListDialog = lazyPart(() => import('./contact-list-dialog.tsx').then(file => file.ContactListDialog))

/** Shows the contact lists of campaigns. Choosing one shows its items. */
export function ContactListsScreen() {
  const { t } = useTranslation(['contactLists', 'lists'])
  const navigate = useNavigate()
  const { list, rows, search } = useRowList(contactLists.list, page => page.records)
  const [filled, setFilled] = useState<ContactList | null>(null)
  const open = ({ id }: ContactList) =>
    void navigate({ to: '/contact-lists/$contactListId/contacts', params: { contactListId: id } })
  const exporting = useBeginExportOf(
    ({ id }: ContactList) => api(contactLists.export, { params: { id }, body: {} }),
    t('export.begun'),
  )
  const columns: Column<ContactList>[] = [
    { id: 'name', head: t('name'), main: true, text: ({ name }) => name },
    {
      id: 'contacts',
      head: t('lists:column.contacts'),
      end: true,
      named: true,
      text: ({ contactsCount }) => formatNumber(contactsCount),
      order: ({ contactsCount }) => contactsCount,
    },
  ]
  return (
    <>
      <ListScreen
        name="contactLists"
        title={t('title')}
        addLabel={t('add')}
        list={list}
        rows={rows}
        search={{ label: t('search'), ...search }}
        skeletons={8}
        firstUse={{ icon: <ListOrdered size={20} />, title: t('empty'), hint: t('emptyHint') }}
        onOpen={open}
        removal={{
          title: each => t('deleteTitle', { name: each.name }),
          hint: t('deleteHint'),
          done: t('deleted'),
          call: ({ id }) => api(contactLists.remove, { params: { id } }),
          list: contactLists.list,
          rowsKey: 'records',
        }}
        dialog={(each, onClose) => <ContactListDialog list={each} onClose={onClose} />}
        nameOf={({ name }) => name}
        columns={columns}
        card={({ name, contactsCount: count }) => ({
          title: <span className="truncate">{name}</span>,
          line: <span className="tabular truncate">{t('count', { count, shown: formatNumber(count) })}</span>,
        })}
        more={each => [
          {
            id: 'import',
            label: t('import', { name: each.name }),
            short: t('importSheet'),
            icon: <Upload size={16} />,
            run: () => setFilled(each),
          },
          {
            id: 'export',
            label: t('export.action', { name: each.name }),
            short: t('export.file'),
            icon: <Download size={16} />,
            loading: exporting.isPending && exporting.of?.id === each.id,
            run: () => exporting.begin(each),
          },
        ]}
      />
      <Suspense>
        {filled && (
          <LazySheetUpload
            target={{ kind: 'contactList', id: filled.id, name: filled.name }}
            onClose={() => setFilled(null)}
          />
        )}
      </Suspense>
    </>
  )
}
