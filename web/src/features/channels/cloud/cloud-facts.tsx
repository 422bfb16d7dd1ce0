import type { MessagingLimit, Quality, Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import { Gauge, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'
import { Tooltip } from '#/components/ui/tooltip.tsx'
import { formatNumber } from '#/lib/format.ts'
import { isolate } from '#/lib/isolate.ts'

const TONES = { GREEN: 'success', YELLOW: 'warning', RED: 'danger', UNKNOWN: 'neutral' } as const satisfies Record<
  Quality,
  string
>

/** People to whom a number of each tier may write first within 24 hours. */
const PEOPLE: Readonly<Record<MessagingLimit, number | null>> = {
  TIER_50: 50,
  TIER_250: 250,
  TIER_1K: 1000,
  TIER_2K: 2000,
  TIER_10K: 10_000,
  TIER_100K: 100_000,
  TIER_UNLIMITED: null,
}

/** Shows what Meta says about a cloud number: its verified name, its quality and its limit. */
export function CloudFacts({ connection }: { connection: Whatsapp }) {
  const { t } = useTranslation('channels')
  const { verifiedName, quality, messagingLimit } = connection
  const people = messagingLimit ? PEOPLE[messagingLimit] : undefined
  return (
    <ul className="relative z-10 order-4 flex basis-full flex-wrap items-center gap-x-3 gap-y-1 text-ink-2 text-sm @4xl:pl-10">
      <li>
        <Badge>{t('provider.cloud')}</Badge>
      </li>
      {quality && (
        <li>
          <Tooltip content={t(`cloud.qualityHint.${quality}`)}>
            <Badge tone={TONES[quality]} className="cursor-default">
              <Gauge aria-hidden size={12} />
              {t(`cloud.quality.${quality}`)}
            </Badge>
          </Tooltip>
        </li>
      )}
      {people !== undefined && (
        <li className="min-w-0">
          <Tooltip content={t('cloud.limitHint')}>
            <span className="flex cursor-default items-center gap-1.5">
              <Users aria-hidden size={14} className="icon shrink-0" />
              {people === null ? t('cloud.noLimit') : t('cloud.limit', { count: people, number: formatNumber(people) })}
            </span>
          </Tooltip>
        </li>
      )}
      {verifiedName && <li className="min-w-0 truncate">{t('cloud.verifiedName', { name: isolate(verifiedName) })}</li>}
    </ul>
  )
}
