import { CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'
import { cn } from '#/lib/cn.ts'

const SIGNS = {
  yes: { tone: 'success', Icon: CircleCheck },
  no: { tone: 'warning', Icon: CircleX },
  unknown: { tone: 'neutral', Icon: CircleHelp },
} as const

interface WhatsappSignProps {
  /** Result of the check; null: the number was not checked. */
  valid: boolean | null
  /** Hides the words visually; screen readers still read them. */
  compact?: boolean
}

/** Shows whether a number has a WhatsApp account. */
export function WhatsappSign({ valid, compact = false }: WhatsappSignProps) {
  const { t } = useTranslation('contactLists')
  const known = valid === null ? 'unknown' : valid ? 'yes' : 'no'
  const { tone, Icon } = SIGNS[known]
  return (
    <Badge tone={tone} title={t(`whatsapp.${known}`)} className={cn('shrink-0', compact && 'px-1')}>
      <Icon aria-hidden size={14} />
      <span className={compact ? 'sr-only' : undefined}>{t(`whatsapp.${known}`)}</span>
    </Badge>
  )
}
