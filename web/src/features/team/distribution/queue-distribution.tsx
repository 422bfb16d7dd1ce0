import { DISTRIBUTIONS, type Distribution } from '@balcao/shared/entities/distribution.ts'
import type { Queue } from '@balcao/shared/entities/queue.ts'
import { useTranslation } from 'react-i18next'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { RadioGroup } from '#/components/ui/radio-group.tsx'
import { DecisionLog } from './decision-log.tsx'

/** Limit that is suggested when a queue begins to distribute. */
const SUGGESTED_LIMIT = 5

interface QueueDistributionProps {
  /** The queue as it is stored; null: a new one, which has no log. */
  queue: Queue | null
  distribution: Distribution
  maxOpenTickets: number | null
  error?: string | undefined
  onChange: (changes: { distribution?: Distribution; maxOpenTickets?: number | null }) => void
}

/** Edits how a queue's tickets reach people, and shows its last decisions. */
export function QueueDistribution({ queue, distribution, maxOpenTickets, error, onChange }: QueueDistributionProps) {
  const { t } = useTranslation('team')
  const isOn = distribution !== 'manual'
  const choose = (value: string) => {
    const chosen = value as Distribution
    const begins = !isOn && chosen !== 'manual' && maxOpenTickets === null && queue?.distribution !== chosen
    onChange({ distribution: chosen, ...(begins ? { maxOpenTickets: SUGGESTED_LIMIT } : {}) })
  }
  return (
    <div className="flex flex-col gap-4">
      <div>
        <p className="mb-1 font-medium text-sm">{t('queues.distribution.choice')}</p>
        <RadioGroup
          label={t('queues.distribution.choice')}
          value={distribution}
          onChange={choose}
          options={DISTRIBUTIONS.map(value => ({
            value,
            label: t(`queues.distribution.${value}`),
            hint: t(`queues.distribution.${value}Hint`),
          }))}
        />
      </div>
      {isOn && (
        <>
          <Field label={t('queues.distribution.limit')} hint={t('queues.distribution.limitHint')} error={error}>
            <Input
              type="number"
              min={1}
              inputMode="numeric"
              className="tabular w-28"
              value={maxOpenTickets ?? ''}
              onChange={event =>
                onChange({ maxOpenTickets: event.target.value === '' ? null : Number(event.target.value) })
              }
            />
          </Field>
          <p className="rounded-md bg-info-soft px-3 py-2 text-info-ink text-sm">{t('queues.distribution.rules')}</p>
        </>
      )}
      {queue && (isOn || queue.distribution !== 'manual') && <DecisionLog queueId={queue.id} />}
    </div>
  )
}
