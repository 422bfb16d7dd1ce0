import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import type { Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#/components/form-dialog.tsx'
import { Combobox } from '#/components/ui/combobox.tsx'
import { Field } from '#/components/ui/field.tsx'
import { RadioGroup } from '#/components/ui/radio-group.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { useErrorText } from '#/lib/error-text.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import type { InUse } from './in-use.ts'

interface InUseDialogProps {
  connection: Whatsapp
  inUse: InUse
  onRemoved: () => void
  onClose: () => void
}

/**
 * Shows what is still to be sent over a connection that is to be deleted, and lets the person
 * choose another connection, or a stop.
 */
export function InUseDialog({ connection, inUse, onRemoved, onClose }: InUseDialogProps) {
  const { t } = useTranslation(['channels', 'common'])
  const errorText = useErrorText()
  const list = useQuery(apiQuery(whatsapp.list))
  const others = (list.data ?? []).filter(each => each.id !== connection.id && capabilitiesOf(each).startsByNumber)
  const [chosen, setChosen] = useState<'move' | 'stop'>('move')
  const [moveTo, setMoveTo] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const what = others.length === 0 ? 'stop' : chosen
  const remove = useMutation({
    mutationFn: () => {
      const query = what === 'move' && moveTo !== null ? { moveTo } : { stop: 'true' as const }
      return api(whatsapp.remove, { params: { id: connection.id }, query })
    },
    onSuccess: () => {
      onRemoved()
      onClose()
    },
    onError: error => {
      if (!isOtherGone(error)) return toast.failed(t('common:error.operation'), error)
      setMoveTo(null)
      void list.refetch()
    },
  })
  const missing = tried && moveTo === null
  const fieldError = isOtherGone(remove.error) && moveTo === null ? errorText(remove.error) : undefined
  return (
    <FormDialog
      title={t('deleteTitle', { name: connection.name })}
      description={t('inUse.hint')}
      size="sm"
      dirty={false}
      busy={remove.isPending}
      submitLabel={t('common:action.delete')}
      onSubmit={event => {
        event.preventDefault()
        setTried(true)
        if (what === 'stop' || moveTo !== null) remove.mutate()
      }}
      onClose={onClose}
    >
      <ul className="wrap-anywhere flex list-disc flex-col gap-1 pl-5">
        {inUse.campaigns > 0 && (
          <li>
            {t('inUse.campaigns', { count: inUse.campaigns })}{' '}
            <span className="text-ink-2">
              <bdi>{inUse.campaignNames.join(', ')}</bdi>
              {inUse.campaigns > inUse.campaignNames.length &&
                ` ${t('inUse.more', { count: inUse.campaigns - inUse.campaignNames.length })}`}
            </span>
          </li>
        )}
        {inUse.schedules > 0 && <li>{t('inUse.schedules', { count: inUse.schedules })}</li>}
      </ul>
      {others.length > 0 && (
        <RadioGroup
          label={t('inUse.what')}
          value={what}
          onChange={value => setChosen(value as typeof chosen)}
          options={(['move', 'stop'] as const).map(value => ({
            value,
            label: t(`inUse.${value}`),
            hint: t(`inUse.${value}Hint`),
          }))}
        />
      )}
      {what === 'move' ? (
        <Field label={t('inUse.to')} error={fieldError ?? (missing ? t('inUse.choose') : undefined)} required>
          <Combobox
            options={others.map(({ id, name, status }) => ({
              value: id,
              label: name,
              ...(status === 'CONNECTED' ? {} : { hint: t('inUse.notConnected') }),
            }))}
            value={moveTo}
            onChange={setMoveTo}
          />
        </Field>
      ) : (
        others.length === 0 && <p className="text-ink-2">{t('inUse.onlyStop')}</p>
      )}
    </FormDialog>
  )
}

/**
 * Returns whether the chosen other connection was deleted meanwhile: the error shows at its field.
 */
const isOtherGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'ERR_NO_WAPP_FOUND'
