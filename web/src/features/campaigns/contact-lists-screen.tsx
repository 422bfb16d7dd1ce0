import { contactLists } from '@balcao/shared/api/campaigns/contact-lists.ts'
import type { ContactList } from '@balcao/shared/entities/contact-list.ts'
import { useNavigate } from '@tanstack/react-router'
import { ListOrdered } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListScreen } from '#/components/list-screen.tsx'
import { PagedRows } from '#/components/paged-rows.tsx'
import { LazySheetUpload } from '#/features/contacts/public/lazy-sheet-upload.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { api } from '#/lib/session.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { ContactListRow } from './contact-list-row.tsx'

const ContactListDialog = lazyPart(() => import('./contact-list-dialog.tsx').then(file => file.ContactListDialog))

/** Shows the contact lists of campaigns. Choosing one shows its items. */
export function ContactListsScreen() {
  const { t } = useTranslation('contactLists')
  const navigate = useNavigate()
  const { oneLine, rowHeight } = useListRowHeight()
  const { list, rows, search } = useRowList(contactLists.list, page => page.records)
  const [filled, setFilled] = useState<ContactList | null>(null)
  const open = ({ id }: ContactList) =>
    void navigate({ to: '/contact-lists/$contactListId/contacts', params: { contactListId: id } })
  return (
    <>
      <ListScreen
        title={t('title')}
        addLabel={t('add')}
        list={list}
        rows={rows}
        search={{ label: t('search'), ...search }}
        rowHeight={rowHeight}
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
      >
        {({ active, edit, remove }) => (
          <PagedRows list={list} label={t('title')} items={rows} rowHeight={rowHeight} activeIndex={active}>
            {(each, index) => (
              <ContactListRow
                list={each}
                oneLine={oneLine}
                active={index === active}
                onOpen={() => open(each)}
                onImport={() => setFilled(each)}
                onEdit={() => edit(each)}
                onDelete={() => remove(each)}
              />
            )}
          </PagedRows>
        )}
      </ListScreen>
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
