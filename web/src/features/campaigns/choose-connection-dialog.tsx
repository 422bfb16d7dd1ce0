import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import type { Campaign } from '@balcao/shared/entities/campaign.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#/components/form-dialog.tsx'
import { Combobox } from '#/components/ui/combobox.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Field } from '#/components/ui/field.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { useErrorText } from '#/lib/error-text.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'

interface ChooseConnectionDialogProps {
  campaign: Campaign
  /**
   * Called with the updated campaign: with the other connection, and running unless that was
   * refused.
   */
  onChanged: (campaign: Campaign) => void
  onClose: () => void
}

/** Gives a campaign whose connection was deleted another one, and restarts it. */
export function ChooseConnectionDialog({ campaign, onChanged, onClose }: ChooseConnectionDialogProps) {
  const { t } = useTranslation('campaigns')
  const errorText = useErrorText()
  const list = useQuery(apiQuery(whatsapp.list, { query: { session: '0' } }))
  const connections = (list.data ?? []).filter(each => capabilitiesOf(each).startsByNumber)
  const [whatsappId, setWhatsappId] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const params = { id: campaign.id }
  const save = useMutation({
    mutationFn: async () => {
      onChanged(await api(campaigns.update, { params, body: { whatsappId } }))
      return api(campaigns.restart, { params })
    },
    onSuccess: row => {
      onChanged(row)
      toast.success(t('restarted', { name: row.name }))
      onClose()
    },
  })
  const missing = tried && whatsappId === null ? errorText(new ApiError('ERR_CAMPAIGN_NO_CONNECTION', 0)) : undefined
  return (
    <FormDialog
      title={t('restartTitle', { name: campaign.name })}
      description={t('chooseHint')}
      size="sm"
      dirty={false}
      busy={save.isPending}
      submitLabel={t('restart')}
      instead={
        list.data === undefined && list.error ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
        ) : undefined
      }
      onSubmit={event => {
        event.preventDefault()
        setTried(true)
        if (whatsappId !== null) save.mutate()
      }}
      onClose={onClose}
    >
      <Field label={t('field.connection')} error={missing ?? (save.error ? errorText(save.error) : undefined)} required>
        <Combobox
          options={connections.map(({ id, name, status }) => ({
            value: id,
            label: name,
            ...(status === 'CONNECTED' ? {} : { hint: t('notConnected') }),
          }))}
          value={whatsappId}
          onChange={setWhatsappId}
          loading={list.isPending}
          emptyText={t('noConnections')}
        />
      </Field>
    </FormDialog>
  )
}
