import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import type { Contact } from '@balcao/shared/entities/contact.ts'
import { useMutation } from '@tanstack/react-query'
import { Combine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { formatPhone, formatWhen } from '#/lib/format.ts'
import { isolate } from '#/lib/isolate.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { refreshContact } from './refresh-contact.ts'

interface MergeNoticeProps {
  contact: Contact
  merge: NonNullable<Contact['merge']>
}

/** Says which contact was merged into this one, and undoes that. */
export function MergeNotice({ contact, merge }: MergeNoticeProps) {
  const { t } = useTranslation('contactPage')
  const undo = useMutation({
    mutationFn: () => api(contacts.unmerge, { params: { id: contact.id } }),
    onSuccess: () => {
      refreshContact(contact.id)
      toast.success(t('merge.undone', { name: isolate(merge.contact.name) }))
    },
    onError: toast.error,
  })
  const other = `${isolate(merge.contact.name)} (${formatPhone(merge.contact.number)})`
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-info-soft px-3 py-2 text-info-ink text-sm"
    >
      <Combine aria-hidden size={16} className="icon shrink-0" />
      <p className="min-w-0 flex-1 basis-52">
        {t('merge.undoable', {
          other,
          name: isolate(merge.by.name),
          at: formatWhen(merge.at),
          until: formatWhen(merge.undoUntil),
        })}{' '}
        {merge.moving && t('merge.moving')}
      </p>
      <Button size="sm" loading={undo.isPending} onClick={() => undo.mutate()}>
        {t('merge.undo')}
      </Button>
    </div>
  )
}
