import type { Referral as Given } from '@balcao/shared/entities/ticket.ts'
import { ExternalLink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatWhen } from '#/lib/format.ts'

/** Returns the address if a browser may open it: it comes from outside. */
function safeUrl(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null
}

/** Shows which advertisement or post brought the contact. */
export function Referral({ referral }: { referral: Given }) {
  const { t } = useTranslation('ticketDetails')
  const { sourceType, sourceUrl, headline, body, at } = referral
  const url = safeUrl(sourceUrl)
  const kind = sourceType === 'ad' || sourceType === 'post' ? sourceType : 'other'
  return (
    <div className="flex flex-col gap-1">
      <p className="text-ink-2 text-xs">{t(`referral.${kind}`, { when: formatWhen(at) })}</p>
      {headline && (
        <p className="wrap-anywhere font-medium">
          <bdi>{headline}</bdi>
        </p>
      )}
      {body && (
        <p className="wrap-anywhere line-clamp-4 text-sm" title={body}>
          <bdi>{body}</bdi>
        </p>
      )}
      {url && (
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex items-center gap-1 self-start text-accent-ink text-sm underline underline-offset-2 touch:min-h-control"
        >
          {t(`referral.open.${kind}`)}
          <ExternalLink aria-hidden size={14} className="icon" />
        </a>
      )}
    </div>
  )
}
