import type { TemplateButton } from '@balcao/shared/entities/message.ts'
import { Copy, ExternalLink, List, PhoneOutgoing, Reply } from 'lucide-react'

const ICONS = {
  QUICK_REPLY: Reply,
  URL: ExternalLink,
  PHONE_NUMBER: PhoneOutgoing,
  COPY_CODE: Copy,
  LIST: List,
} as const

interface MessageButtonsProps {
  buttons: readonly (Omit<TemplateButton, 'type'> & { type: keyof typeof ICONS })[]
}

/** Shows the buttons below a message as WhatsApp draws them; they are for the customer to press. */
export function MessageButtons({ buttons }: MessageButtonsProps) {
  if (buttons.length === 0) return null
  return (
    <ul className="border-line border-t">
      {buttons.map(({ type, text, value }, i) => {
        const Icon = ICONS[type]
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a message's buttons never change their order
            key={i}
            title={value}
            className="flex min-h-9 items-center justify-center gap-2 border-line border-b px-3 py-1.5 text-accent-ink text-sm last:border-0"
          >
            <Icon aria-hidden size={14} className="icon shrink-0" />
            <bdi className="wrap-anywhere min-w-0">{text}</bdi>
          </li>
        )
      })}
    </ul>
  )
}
