import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import type { Contact } from '@balcao/shared/entities/contact.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ArrowUpDown } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#/components/form-dialog.tsx'
import { Avatar } from '#/components/ui/avatar.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Combobox } from '#/components/ui/combobox.tsx'
import { Field } from '#/components/ui/field.tsx'
import { useErrorText } from '#/lib/error-text.ts'
import { formatPhone } from '#/lib/format.ts'
import { isolate } from '#/lib/isolate.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { useFoundContacts } from '../public/use-found-contacts.ts'
import { refreshContact } from './refresh-contact.ts'

interface MergeDialogProps {
  contact: Contact
  /** Contact that was chosen already; empty if none was. */
  otherId: string
  onClose: () => void
}

/** Asks with which contact to merge this one, and which of the two stays. */
export function MergeDialog({ contact, otherId, onClose }: MergeDialogProps) {
  const { t } = useTranslation('contactPage')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(otherId)
  const [typed, setTyped] = useState('')
  const [swapped, setSwapped] = useState(false)
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState(false)
  const { found, isEnough, isSearching } = useFoundContacts(typed)
  const picked = useQuery({ ...apiQuery(contacts.get, { params: { id: chosen } }), enabled: chosen !== '' })
  const other = picked.data ?? found.find(({ id }) => id === chosen)
  const options = [...(other && !found.some(({ id }) => id === other.id) ? [other] : []), ...found].filter(
    each => each.id !== contact.id && !each.isGroup && !each.channel,
  )
  const [stays, goes] = swapped && other ? [other, contact] : [contact, other]

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!goes || busy) return
    setBusy(true)
    try {
      const merged = await api(contacts.merge, { params: { id: stays.id }, body: { contactId: goes.id } })
      refreshContact(stays.id)
      toast.success(t('merge.done', { name: isolate(merged.name) }))
      onClose()
      if (stays.id !== contact.id) void navigate({ to: '/contacts/$contactId', params: { contactId: stays.id } })
    } catch (error) {
      toast.error(error)
      setBusy(false)
    }
  }

  return (
    <FormDialog
      title={t('merge.title')}
      description={t('merge.hint')}
      dirty={false}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={t('merge.confirm')}
    >
      <Field
        label={t('merge.pick')}
        error={
          chosen === ''
            ? tried
              ? t('merge.missing')
              : undefined
            : !other && picked.error
              ? errorText(picked.error)
              : undefined
        }
        required
      >
        <Combobox
          label={t('merge.pick')}
          placeholder={t('merge.pickHint')}
          options={options.map(({ id, name, number }) => ({ value: id, label: name, hint: formatPhone(number) }))}
          loading={isSearching}
          onSearch={setTyped}
          emptyText={isEnough ? t('merge.nothing') : t('merge.pickHint')}
          value={chosen || null}
          onChange={id => setChosen(id ?? '')}
        />
      </Field>
      {goes && (
        <div className="flex flex-col gap-2">
          <Side label={t('merge.stays')} contact={stays} />
          <Button
            size="sm"
            variant="ghost"
            icon={<ArrowUpDown size={16} />}
            className="self-start"
            onClick={() => setSwapped(!swapped)}
          >
            {t('merge.swap')}
          </Button>
          <Side label={t('merge.goes')} contact={goes} />
        </div>
      )}
    </FormDialog>
  )
}

function Side({ label, contact }: { label: string; contact: Contact }) {
  return (
    <div className="flex items-center gap-3 rounded-md border border-line p-3">
      <Avatar name={contact.name} src={contact.profilePicUrl} size={28} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{contact.name}</span>
        <span className="tabular block truncate text-ink-2 text-sm">{formatPhone(contact.number)}</span>
      </span>
      <span className="shrink-0 text-ink-2 text-sm">{label}</span>
    </div>
  )
}
