import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Select } from '#/components/ui/select.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { TokenPanel } from '#/features/channels/public/token-panel.tsx'
import { apiQuery } from '#/lib/queries.ts'

/** Creates or replaces the tokens, each of which opens the API for one connection. */
export function ApiTokens() {
  const { t } = useTranslation('messagesApi')
  const list = useQuery(apiQuery(whatsapp.list))
  const [chosen, setChosen] = useState('')
  if (list.isPending) return <Skeleton className="h-24" />
  if (!list.data)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
  const connection = list.data.find(({ id }) => id === chosen) ?? list.data[0]
  if (!connection)
    return (
      <EmptyState
        icon={<KeyRound size={20} />}
        title={t('tokens.empty')}
        action={
          <Button asChild variant="primary">
            <Link to="/connections">{t('tokens.toConnections')}</Link>
          </Button>
        }
      >
        {t('tokens.emptyHint')}
      </EmptyState>
    )
  return (
    <div className="flex flex-col gap-5">
      <Field label={t('tokens.connection')} className="max-w-sm">
        <Select
          value={connection.id}
          onChange={event => setChosen(event.target.value)}
          options={list.data.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      <TokenPanel key={connection.id} connection={connection} />
    </div>
  )
}
