import { CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'

const SIGNS = {
  yes: { tone: 'success', Icon: CircleCheck },
  no: { tone: 'warning', Icon: CircleX },
  unknown: { tone: 'neutral', Icon: CircleHelp },
} as const

/** Whether WhatsApp has an account of a number; null: nobody asked. */
export function WhatsappSign({ valid, className }: { valid: boolean | null; className?: string }) {
  const { t } = useTranslation('contactLists')
  const known = valid === null ? 'unknown' : valid ? 'yes' : 'no'
  const { tone, Icon } = SIGNS[known]
  return (
    <Badge tone={tone} {...(className === undefined ? {} : { className })}>
      <Icon aria-hidden size={14} />
      {t(`whatsapp.${known}`)}
    </Badge>
  )
}
