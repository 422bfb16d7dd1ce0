import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '#/lib/toast.ts'
import type { useMessageRange } from './use-message-range.ts'
import type { MessageRequest } from './use-target-message.ts'

/** Time a message stays highlighted after a jump, ms. */
const HIGHLIGHT = 1800

interface Jump {
  range: ReturnType<typeof useMessageRange>
  /** True if the newest pages are loaded. */
  isReady: boolean
  target: MessageRequest | null
  /** Stops following the newest message. */
  stay: () => void
}

/**
 * Jumps to a message: to its place where it is loaded, else to a range around it. Returns the
 * highlighted message and the function that jumps.
 */
export function useJump({ range, isReady, target, stay }: Jump) {
  const { t } = useTranslation('tickets')
  const { around, query, goTo, leave } = range
  const [highlighted, setHighlighted] = useState<string | null>(null)
  const [wanted, setWanted] = useState<string | null>(null)

  const show = useCallback(
    (messageId: string): boolean => {
      const element = document.getElementById(`message-${messageId}`)
      if (!element) return false
      stay()
      element.scrollIntoView({ block: 'center' })
      setHighlighted(messageId)
      setTimeout(() => setHighlighted(now => (now === messageId ? null : now)), HIGHLIGHT)
      return true
    },
    [stay],
  )
  const jump = useCallback(
    (messageId: string) => {
      if (show(messageId)) return setWanted(null)
      stay()
      goTo(messageId)
      setWanted(messageId)
    },
    [show, stay, goTo],
  )

  const isThere = around === wanted && query.isSuccess && !query.isPlaceholderData
  const isOut = around === wanted && query.isError
  useLayoutEffect(() => {
    if (!wanted || !(isThere || isOut)) return
    setWanted(null)
    if (isOut) leave()
    if (!isThere || !show(wanted)) toast.info(t('message.originalGone'))
  }, [wanted, isThere, isOut, show, leave, t])

  // A conversation that was just opened shows its newest messages first, and jumps from there.
  useEffect(() => {
    if (target && isReady) jump(target.id)
  }, [target, isReady, jump])

  return { jump, highlighted }
}
