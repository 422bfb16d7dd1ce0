import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { tags } from '@balcao/shared/api/tickets/tags.ts'
import type { Contact } from '@balcao/shared/entities/contact.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { MultiSelect } from '#/components/ui/combobox.tsx'
import { applyListEvent } from '#/lib/apply-list-event.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'

/**
 * Shows and changes the tags of a contact itself, which stay when its tickets end. A change shows
 * at once, and is taken back when it is refused. Texts: `contactPage`.
 */
export function ContactTags({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contactPage')
  const all = useQuery(apiQuery(tags.listAll)).data ?? []
  const key = apiQuery(contacts.get, { params: { id: contact.id } }).queryKey
  /** Number of the last change: the answer to an earlier one has not got it. */
  const last = useRef(0)
  const save = async (ids: readonly string[]) => {
    const own = ++last.current
    const before = queryClient.getQueryData<Contact>(key)
    const shown = [...contact.contactTags, ...all].filter(({ id }, i, list) => {
      return ids.includes(id) && list.findIndex(other => other.id === id) === i
    })
    queryClient.setQueryData<Contact>(key, now => now && { ...now, contactTags: shown })
    try {
      const row = await api(contacts.update, { params: { id: contact.id }, body: { contactTags: [...ids] } })
      if (own !== last.current) return
      queryClient.setQueryData(key, row)
      applyListEvent(queryClient, contacts.list, 'contacts', { action: 'update', row })
    } catch (error) {
      toast.error(error)
      if (own !== last.current) return
      queryClient.setQueryData<Contact>(key, now => now && before && { ...now, contactTags: before.contactTags })
      // An earlier change that was shown may have been refused, too.
      void queryClient.invalidateQueries({ queryKey: key })
    }
  }
  const known = contact.contactTags.filter(({ id }) => !all.some(tag => tag.id === id))
  return (
    <section>
      <h3 className="mb-2 font-medium text-ink-2 text-sm">{t('ownTags')}</h3>
      <MultiSelect
        label={t('ownTags')}
        placeholder={t('addTag')}
        emptyText={t('noTags')}
        options={[...known, ...all.filter(({ id, kanban }) => kanban === 0 || has(contact, id))].map(tag => ({
          value: tag.id,
          label: tag.name,
          color: tag.color,
        }))}
        value={contact.contactTags.map(({ id }) => id)}
        onChange={ids => void save(ids)}
      />
    </section>
  )
}

const has = ({ contactTags }: Contact, id: string) => contactTags.some(tag => tag.id === id)
