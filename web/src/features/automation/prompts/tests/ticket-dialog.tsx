import { promptCases } from '@balcao/shared/api/automation/prompt-tests.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import type { PromptCase } from '@balcao/shared/entities/prompt-test.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#/components/form-dialog.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { RadioGroup } from '#/components/ui/radio-group.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { useErrorText } from '#/lib/error-text.ts'
import { formatWhen } from '#/lib/format.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'

interface TicketDialogProps {
  promptId: string
  /** Called with the case that was made, which somebody should look at. */
  onMade: (row: PromptCase) => void
  onClose: () => void
}

/** Chooses a conversation, and makes a test case of it. */
export function TicketDialog({ promptId, onMade, onClose }: TicketDialogProps) {
  const { t } = useTranslation('prompts', { keyPrefix: 'tests' })
  const errorText = useErrorText()
  const [text, setText] = useState('')
  const searchParam = useDeferredValue(text.trim())
  const [chosen, setChosen] = useState('')
  const query = searchParam === '' ? { status: 'closed' as const, limit: 8 } : { searchParam, limit: 8 }
  const found = useQuery(apiQuery(tickets.list, { query }))
  const make = useMutation({
    mutationFn: () => api(promptCases.fromTicket, { params: { id: promptId }, body: { ticketId: chosen } }),
    onSuccess: onMade,
  })
  const rows = found.data?.tickets ?? []
  const [isTried, setTried] = useState(false)
  // A choice that another search hides is none.
  const isChosen = rows.some(({ id }) => id === chosen)
  return (
    <FormDialog
      title={t('fromTicket')}
      description={t('fromTicketHint')}
      dirty={false}
      busy={make.isPending}
      submitLabel={t('makeCase')}
      onSubmit={event => {
        event.preventDefault()
        setTried(true)
        if (isChosen) make.mutate()
      }}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <Field label={t('findTicket')}>
          <Input value={text} maxLength={100} autoComplete="off" onChange={event => setText(event.target.value)} />
        </Field>
        {found.isError ? (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} retrying={found.isFetching} />
        ) : !found.data ? (
          <Skeleton className="h-40" />
        ) : rows.length === 0 ? (
          <p className="text-ink-2">{t('noTickets')}</p>
        ) : (
          <RadioGroup
            label={t('tickets')}
            value={chosen}
            onChange={setChosen}
            options={rows.map(({ id, contact, lastMessage, updatedAt }) => ({
              value: id,
              label: `${contact.name} · ${formatWhen(updatedAt)}`,
              hint: lastMessage.slice(0, 80),
            }))}
          />
        )}
        {(make.isError || (isTried && !isChosen)) && (
          <p role="alert" className="text-danger-ink">
            {isChosen ? errorText(make.error) : t('ticketMissing')}
          </p>
        )}
      </div>
    </FormDialog>
  )
}
