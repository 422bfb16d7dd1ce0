import { campaignSettings } from '@balcao/shared/api/campaigns/campaign-settings.ts'
import { type CampaignSettings, LONG_INTERVALS, SEND_INTERVALS } from '@balcao/shared/entities/campaign.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { cloneElement, type ReactElement, type ReactNode, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Screen, ScreenHeader } from '#/components/ui/screen-header.tsx'
import { Select } from '#/components/ui/select.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { Switch } from '#/components/ui/switch.tsx'
import { TimeInput } from '#/components/ui/time-input.tsx'
import { parseTime } from '#/lib/parse-time.ts'
import { queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { useSetting } from '#/lib/settings.ts'
import { toast } from '#/lib/toast.ts'
import { zoneName } from '#/lib/zone-name.ts'
import { campaignSettingsQuery, toRecords } from './campaign-settings-query.ts'
import { CampaignVariables } from './campaign-variables.tsx'

type Changes = Partial<CampaignSettings>

/** Initial value of a custom limit. */
const SOME_LIMIT = 100
const MAX_LIMIT = 100_000

const { queryKey } = campaignSettingsQuery

/**
 * Edits the campaign settings. Each change is saved as it is made; it shows at once and is undone
 * if the server refuses it.
 */
export function CampaignSettingsScreen() {
  const { t } = useTranslation('campaigns')
  const query = useQuery(campaignSettingsQuery)
  const { mutate } = useMutation({
    mutationFn: (settings: Changes) => api(campaignSettings.save, { body: { settings } }),
    onMutate: async changes => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      if (query.data) queryClient.setQueryData(queryKey, toRecords({ ...query.data, ...changes }))
      return before
    },
    onSuccess: records => {
      queryClient.setQueryData(queryKey, records)
      toast.success(t('config.saved'))
    },
    onError: (error, _, before) => {
      if (before) queryClient.setQueryData(queryKey, before)
      toast.error(error)
    },
  })
  return (
    <Screen narrow header={<ScreenHeader title={t('config.title')} />}>
      {query.isPending ? (
        <div className="flex flex-col gap-4 pt-4">
          {['a', 'b', 'c', 'd', 'e', 'f'].map(key => (
            <Skeleton key={key} className="h-12" />
          ))}
        </div>
      ) : query.data ? (
        <Settings settings={query.data} save={mutate} />
      ) : (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      )}
    </Screen>
  )
}

function Settings({ settings, save }: { settings: CampaignSettings; save: (changes: Changes) => void }) {
  const { t } = useTranslation('campaigns')
  const zone = useSetting('timezone')
  const seconds = (values: readonly number[]) =>
    values.map(value => ({
      value: String(value),
      label: value === 0 ? t('config.noInterval') : t('config.seconds', { count: value }),
    }))
  const messages = LONG_INTERVALS.map(value => ({
    value: String(value),
    label: value === 0 ? t('config.never') : t('config.messages', { count: value }),
  }))
  const always = settings.hoursStart === settings.hoursEnd
  const limit = settings.dailyLimit
  return (
    <>
      <Group title={t('config.pace')}>
        <Row label={t('config.messageInterval')} hint={t('config.messageIntervalHint')}>
          <Select
            value={String(settings.messageInterval)}
            onChange={event => save({ messageInterval: Number(event.target.value) })}
            options={seconds(SEND_INTERVALS)}
            className="w-44"
          />
        </Row>
        <Row label={t('config.longerIntervalAfter')} hint={t('config.longerIntervalAfterHint')}>
          <Select
            value={String(settings.longerIntervalAfter)}
            onChange={event => save({ longerIntervalAfter: Number(event.target.value) })}
            options={messages}
            className="w-44"
          />
        </Row>
        <Row label={t('config.greaterInterval')} hint={t('config.greaterIntervalHint')}>
          <Select
            value={String(settings.greaterInterval)}
            onChange={event => save({ greaterInterval: Number(event.target.value) })}
            options={seconds(LONG_INTERVALS)}
            className="w-44"
          />
        </Row>
      </Group>
      <Group title={t('config.protection')} hint={t('config.protectionHint')}>
        <Row label={t('config.hoursStart')} hint={t('config.hoursStartHint', { zone: zoneName(zone) })}>
          <TimeInput
            value={settings.hoursStart}
            onChange={hoursStart => parseTime(hoursStart) !== null && save({ hoursStart })}
          />
        </Row>
        <Row label={t('config.hoursEnd')} hint={t(always ? 'config.hoursAlways' : 'config.hoursEndHint')}>
          <TimeInput
            value={settings.hoursEnd}
            isEnd
            onChange={hoursEnd => parseTime(hoursEnd, true) !== null && save({ hoursEnd })}
          />
        </Row>
        <Row label={t('config.dailyLimit')} hint={t(`config.dailyLimitHint.${kindOf(limit)}`)}>
          <Select
            value={kindOf(limit)}
            onChange={event => {
              const kind = event.target.value as LimitKind
              save({ dailyLimit: kind === 'own' ? SOME_LIMIT : kind })
            }}
            options={(['auto', 'own', 'off'] as const).map(value => ({ value, label: t(`config.limit.${value}`) }))}
            className="w-44"
          />
        </Row>
        {typeof limit === 'number' && (
          <Row label={t('config.ownLimit')} hint={t('config.ownLimitHint')}>
            <LimitInput value={limit} onChange={dailyLimit => save({ dailyLimit })} />
          </Row>
        )}
        <Row label={t('config.failurePause')} hint={t('config.failurePauseHint')}>
          <Switch
            checked={settings.failurePause === 'enabled'}
            onCheckedChange={on => save({ failurePause: on ? 'enabled' : 'disabled' })}
          />
        </Row>
      </Group>
      <CampaignVariables variables={settings.variables} onChange={variables => save({ variables })} />
    </>
  )
}

type LimitKind = 'auto' | 'off' | 'own'
const kindOf = (limit: CampaignSettings['dailyLimit']): LimitKind => (typeof limit === 'number' ? 'own' : limit)

function Group({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section className="pt-5">
      <h2 className="mb-1 font-semibold">{title}</h2>
      {hint && <p className="mb-2 text-ink-2 text-sm">{hint}</p>}
      <div className="rounded-md border border-line bg-surface">{children}</div>
    </section>
  )
}

interface RowProps {
  label: string
  /** Explanation in one line: what it protects from. */
  hint: string
  /** Single control; id and aria-describedby are set on it. */
  children: ReactElement<Record<string, unknown>>
}

function Row({ label, hint, children }: RowProps) {
  const id = useId()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-b px-4 py-3 last:border-0">
      <div className="min-w-0 flex-1 basis-56">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-ink-2 text-sm">
          {hint}
        </p>
      </div>
      {cloneElement(children, { id, 'aria-describedby': `${id}-hint` })}
    </div>
  )
}

/** Shows a field for a number, saved on blur or with Enter. */
function LimitInput({ value, onChange, ...props }: { value: number; onChange: (value: number) => void }) {
  const [text, setText] = useState(String(value))
  // The value was saved elsewhere, or refused.
  useEffect(() => setText(String(value)), [value])
  const keep = () => {
    const typed = Math.min(MAX_LIMIT, Number.parseInt(text, 10))
    if (!(typed >= 1)) return setText(String(value))
    setText(String(typed))
    if (typed !== value) onChange(typed)
  }
  return (
    <Input
      {...props}
      inputMode="numeric"
      maxLength={6}
      value={text}
      onChange={event => setText(event.target.value.replace(/\D/g, ''))}
      onBlur={keep}
      onKeyDown={event => event.key === 'Enter' && keep()}
      className="tabular w-24 text-right"
    />
  )
}
