import type { HeldReason } from '@balcao/shared/entities/distribution.ts'
import { Hourglass } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** Shows why a waiting ticket is given to nobody. */
export function HeldSign({ reason }: { reason: HeldReason }) {
  const { t } = useTranslation('ticketDetails')
  return (
    <span className="flex shrink-0 items-center gap-0.5 text-warning-ink text-xs">
      <Hourglass size={12} className="icon" aria-hidden />
      {t(`held.${reason}`)}
    </span>
  )
}
