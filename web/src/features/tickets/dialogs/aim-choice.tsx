import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#/components/ui/avatar.tsx'
import { Combobox } from '#/components/ui/combobox.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { SEARCH_FROM } from '#/features/contacts/public/use-found-contacts.ts'
import { cn } from '#/lib/cn.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import type { Aim, useForwardAims } from './use-forward-aims.ts'

interface AimChoiceProps {
  found: ReturnType<typeof useForwardAims>
  /** Aims to show; those found, and what was chosen before. */
  aims: readonly Aim[]
  isChosen: (aim: Aim) => boolean
  onChoose: (aim: Aim) => void
  /** Shows the choice of a queue, in which conversations begin. */
  asksQueue: boolean
  queueId: string | null
  onQueue: (queueId: string | null) => void
}

/** Shows the conversations and contacts to forward to, and the queue of a new conversation. */
export function AimChoice({ found, aims, isChosen, onChoose, asksQueue, queueId, onQueue }: AimChoiceProps) {
  const { t } = useTranslation(['tickets', 'ticketDetails'])
  const admin = useMayAccess('admin')
  const { failed, waiting, searched, queues, retry } = found
  return (
    <>
      {failed ? (
        <ErrorState compact error={failed} onRetry={retry} />
      ) : waiting ? (
        <div role="status" aria-label={t('list.loading')} className="flex flex-col gap-2">
          {['a', 'b', 'c'].map(key => (
            <Skeleton key={key} className="h-12" />
          ))}
        </div>
      ) : aims.length === 0 ? (
        <p className="py-6 text-center text-ink-2">
          {searched !== null
            ? t('ticketDetails:search.nothing', { text: searched })
            : t('ticketDetails:new.contactHint', { count: SEARCH_FROM })}
        </p>
      ) : (
        <ul aria-label={t('ticketDetails:forward.to')} className="-mx-2 max-h-72 overflow-y-auto">
          {aims.map(aim => {
            const chosen = isChosen(aim)
            return (
              <li key={aim.key}>
                <button
                  type="button"
                  aria-pressed={chosen}
                  onClick={() => onChoose(aim)}
                  className={cn(
                    'flex min-h-12 w-full items-center gap-3 rounded-md px-2 py-1.5 text-left hover:bg-hover',
                    chosen && 'bg-accent-soft',
                  )}
                >
                  <Avatar name={aim.name} src={aim.picture} size={32} />
                  <span className="min-w-0 flex-1">
                    <bdi className="block truncate font-medium">{aim.name}</bdi>
                    <span className="block truncate text-ink-2 text-sm">{aim.hint}</span>
                  </span>
                  {chosen && <Check size={16} className="icon shrink-0 text-accent-ink" />}
                </button>
              </li>
            )
          })}
        </ul>
      )}
      {asksQueue && (
        <Field label={t('ticketDetails:new.queue')} required={!admin}>
          <Combobox
            options={queues.map(each => ({ value: each.id, label: each.name, color: each.color }))}
            value={queueId}
            onChange={onQueue}
            {...(admin ? { clearLabel: t('row.noQueue') } : {})}
          />
        </Field>
      )}
    </>
  )
}
