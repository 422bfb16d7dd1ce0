import { useState } from 'react'
import { ApiError } from '#/lib/api-error.ts'
import { useStore } from '#/lib/store.ts'
import { toast } from '#/lib/toast.ts'
import { emojiPanel } from './parts.ts'

/** A popover of emoji, which opens once they are there: the focus then lands on the first. */
export function useEmojiPopover() {
  const [open, setOpen] = useState(false)
  const parts = useStore(emojiPanel.store)
  const onOpenChange = (next: boolean) => {
    setOpen(next)
    if (!next || parts) return
    emojiPanel.load().catch(() => {
      setOpen(false)
      toast.error(new ApiError('ERR_NETWORK', 0))
    })
  }
  return { parts, open: open && parts !== null, onOpenChange }
}
