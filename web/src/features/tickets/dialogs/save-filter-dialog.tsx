import { MAX_FILTERS, type TicketView } from '@balcao/shared/entities/preferences.ts'
import { newId } from '@balcao/shared/ids.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { Field, Form } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { changePreferences, currentPreferences } from '#/lib/preferences.ts'
import { toast } from '#/lib/toast.ts'

/** Saves the filters of the list under a name. */
export function SaveFilterDialog({ view, onClose }: { view: TicketView; onClose: () => void }) {
  const { t } = useTranslation(['ticketDetails', 'common'])
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const count = currentPreferences().filters.length
  const save = async () => {
    const called = name.trim()
    if (!called || count >= MAX_FILTERS) return
    setBusy(true)
    const filter = { id: newId(), name: called, view }
    const done = await changePreferences(now => ({
      ...now,
      filters: [...now.filters.filter(({ id }) => id !== filter.id), filter],
    }))
    setBusy(false)
    if (!done) return
    toast.success(t('filter.done'))
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={t('filter.saveTitle')}
      description={t('filter.saveHint')}
      size="sm"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button
            variant="primary"
            loading={busy}
            disabled={!name.trim() || count >= MAX_FILTERS}
            onClick={() => void save()}
          >
            {t('common:action.save')}
          </Button>
        </>
      }
    >
      <Form busy={busy} onSubmit={() => void save()}>
        <Field label={t('filter.name')} error={count >= MAX_FILTERS ? t('filter.full', { count }) : undefined} required>
          <Input value={name} maxLength={40} autoComplete="off" onChange={event => setName(event.target.value)} />
        </Field>
      </Form>
    </Dialog>
  )
}
