import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { Sparkles } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#/components/ui/popover.tsx'
import { afterFocusReturn } from '#/lib/after-focus-return.ts'
import { keyText, useShortcut } from '#/lib/shortcuts.ts'
import { saveDraft } from '../conversation/drafts.ts'
import { CopilotDraft } from './copilot-draft.tsx'
import { useCopilot } from './use-copilot.ts'

interface CopilotButtonProps {
  ticket: Ticket
  /** Text of the composer. */
  text: string
  onText: (text: string) => void
  field: RefObject<HTMLTextAreaElement | null>
}

/**
 * Opens the copilot above the composer: it writes into the draft, which stays the person's to
 * correct, take back and send. Shown where the plan has AI.
 */
export function CopilotButton({ ticket, text, onText, field }: CopilotButtonProps) {
  const { t } = useTranslation('ticketDetails', { keyPrefix: 'copilot' })
  const [open, setOpen] = useState(false)
  /** Draft before the copilot changed it, to be put back. */
  const before = useRef('')
  const copilot = useCopilot(ticket.id, onText)
  const isWriting = copilot.state.at === 'writing'
  const change = (next: boolean) => {
    const { state } = copilot
    // Left while it writes: the person goes on with what they had.
    if (!next && isWriting) {
      copilot.leave()
      onText(before.current)
    }
    // The text was sent or changed meanwhile, or there is none: it begins anew.
    if (next && (state.at === 'failed' || (state.at === 'done' && state.text !== text))) copilot.leave()
    setOpen(next)
  }
  const atWork = useRef(false)
  atWork.current = isWriting
  const latest = useRef(onText)
  latest.current = onText
  useEffect(
    () => () => {
      if (!atWork.current) return
      // Another ticket was opened: the draft of this one is in the storage alone.
      saveDraft(ticket.id, before.current)
      latest.current(before.current)
    },
    [ticket.id],
  )
  useShortcut('composer.copilot', { run: () => change(true) })
  const isOpen = useRef(open)
  isOpen.current = open
  const close = () => {
    setOpen(false)
    // Opened again meanwhile, it would lose the focus and close.
    afterFocusReturn(() => isOpen.current || field.current?.focus())
  }
  return (
    <Popover open={open} onOpenChange={change}>
      <PopoverTrigger>
        <IconButton label={t('title')} shortcut={keyText('composer.copilot')} icon={<Sparkles size={20} />} />
      </PopoverTrigger>
      <PopoverContent side="top" align="end" aria-label={t('title')} className="w-80 p-2">
        <CopilotDraft
          text={text}
          copilot={copilot}
          onRun={(action, given) => {
            if (copilot.state.at !== 'done') before.current = text
            void copilot.run(action, given).then(isDone => isDone || onText(before.current))
          }}
          onUndo={() => {
            onText(before.current)
            copilot.leave()
            close()
          }}
          onUse={() => {
            copilot.leave()
            close()
          }}
        />
      </PopoverContent>
    </Popover>
  )
}
