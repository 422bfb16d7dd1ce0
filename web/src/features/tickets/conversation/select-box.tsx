import type { Message } from '@balcao/shared/entities/message.ts'
import { lineOf } from '@balcao/shared/rules/message-line.ts'
import { plainText } from '@balcao/shared/rules/text-marks.ts'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '#/components/ui/checkbox.tsx'
import { cn } from '#/lib/cn.ts'
import { selectMessage } from './select-message.ts'

interface SelectBoxProps {
  message: Message
  checked: boolean
  className: string
}

/** Shows the checkbox of a message; a press anywhere in the message's row is its own. */
export function SelectBox({ message, checked, className }: SelectBoxProps) {
  const { t } = useTranslation(['ticketDetails', 'tickets'])
  const text = plainText(lineOf(message)) || t(`tickets:kind.${message.mediaType}`)
  return (
    <Checkbox
      checked={checked}
      aria-label={t('select.message', { text })}
      onCheckedChange={() => selectMessage(message)}
      className={cn('static after:inset-0 after:z-10', className)}
    />
  )
}
