import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import type { CampaignEstimate } from '@balcao/shared/entities/campaign.ts'
import { fillVariables, type MoreValues } from '@balcao/shared/rules/variables.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { PendingState } from '#/components/pending-state.tsx'
import { sampleSource } from '#/components/text-preview.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { useFieldSamples } from '#/components/use-field-samples.ts'
import { LazyTemplateFields } from '#/features/templates/public/lazy-template-fields.ts'
import { formatNumber, formatWhen } from '#/lib/format.ts'
import { apiQuery } from '#/lib/queries.ts'
import { CostLines } from './cost-lines.tsx'
import { USUAL } from './usual-variables.ts'

/** A template of the form and its values. */
export type ChosenTemplate = { id: string | null; values: Readonly<Record<string, string>> }

interface OfficialFieldsProps {
  whatsappId: string
  contactListId: string | null
  tagListId: string | null
  /** Chosen start, epoch ms; null without one. */
  startsAt: number | null
  message: ChosenTemplate
  /** Null for a campaign without a confirmation. */
  confirmation: ChosenTemplate | null
  onMessage: (chosen: ChosenTemplate) => void
  onConfirmation: (chosen: ChosenTemplate) => void
  errors: { message: string | undefined; confirmation: string | undefined }
  isTried: boolean
  fileName: string | undefined
  /** Values of the settings' variables. */
  more: MoreValues
  disabled: boolean
}

/** Shows what a campaign over an official number sends, and what that is expected to cost. */
export function OfficialFields({ whatsappId, message, confirmation, more, errors, ...props }: OfficialFieldsProps) {
  const { t } = useTranslation('costs')
  const samples = useFieldSamples([message, confirmation].flatMap(each => Object.values(each?.values ?? {})).join(' '))
  const common = {
    whatsappId,
    variables: [...USUAL, ...Object.keys(more)],
    fill: (text: string) => fillVariables(text, { ...sampleSource({}), protocol: '' }, { ...more, ...samples }),
    isTried: props.isTried,
    disabled: props.disabled,
  }
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <Suspense fallback={<Skeleton className="h-16" />}>
        {confirmation && (
          <LazyTemplateFields
            {...common}
            label={t('campaign.confirmation')}
            hint={t('campaign.confirmationHint')}
            templateId={confirmation.id}
            values={confirmation.values}
            onChange={(id, values) => props.onConfirmation({ id, values })}
            error={errors.confirmation}
          />
        )}
        <LazyTemplateFields
          {...common}
          label={t('campaign.message')}
          hint={t('campaign.messageHint')}
          templateId={message.id}
          values={message.values}
          onChange={(id, values) => props.onMessage({ id, values })}
          fileName={props.fileName}
          error={errors.message}
        />
      </Suspense>
      {(props.contactListId || props.tagListId) && message.id && (
        <Estimate
          query={{
            whatsappId,
            ...(props.contactListId ? { contactListId: props.contactListId } : { tagListId: props.tagListId! }),
            templateId: message.id,
            ...(props.startsAt === null ? {} : { startsAt: new Date(props.startsAt).toISOString() }),
            ...(confirmation?.id ? { confirmationTemplateId: confirmation.id } : {}),
          }}
        />
      )}
    </div>
  )
}

type Query = {
  whatsappId: string
  contactListId?: string
  tagListId?: string
  templateId: string
  startsAt?: string
  confirmationTemplateId?: string
}

function Estimate({ query }: { query: Query }) {
  const { t } = useTranslation('costs')
  const estimate = useQuery({
    ...apiQuery(campaigns.estimate, { query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <section aria-labelledby="campaign-estimate" className="rounded-md border border-line bg-surface p-3.5">
      <h3 id="campaign-estimate" className="font-semibold">
        {t('estimate.title')}
      </h3>
      {estimate.data ? (
        <div aria-live="polite" className={estimate.isPlaceholderData ? 'opacity-60' : undefined}>
          <Figures estimate={estimate.data} isTimed={query.startsAt !== undefined} />
        </div>
      ) : (
        <PendingState query={estimate} className="mt-2 h-16" />
      )}
    </section>
  )
}

function Figures({ estimate, isTimed }: { estimate: CampaignEstimate; isTimed: boolean }) {
  const { t } = useTranslation('costs')
  const { recipients, isSampled, message, confirmation, perDay, end } = estimate
  const facts = [
    t(isSampled ? 'estimate.about' : 'estimate.recipients', { count: recipients, shown: formatNumber(recipients) }),
    ...(perDay === null ? [] : [t('estimate.perDay', { count: perDay, shown: formatNumber(perDay) })]),
    end === null
      ? t('estimate.endless')
      : t(isTimed ? 'estimate.endsThen' : 'estimate.ends', { when: formatWhen(end) }),
  ]
  return (
    <>
      <p className="tabular mt-1 text-ink-2 text-sm">{facts.join(' · ')}</p>
      {message && <CostLines cost={message} title={confirmation ? t('estimate.message') : t('estimate.total')} />}
      {confirmation && <CostLines cost={confirmation} title={t('estimate.confirmation')} />}
      <p className="mt-2 text-ink-2 text-xs">{t('estimate.hint')}</p>
    </>
  )
}
