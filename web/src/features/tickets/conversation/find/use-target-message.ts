import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Request to jump to a message; the same id in a new object is a new request. */
export type MessageRequest = { id: string }

/**
 * Returns the message the address asks for, and removes it from the address: a reload begins at the
 * newest again, and the same result can be opened a second time. `go` requests a jump from inside.
 */
export function useTargetMessage(): { target: MessageRequest | null; go: (id: string) => void } {
  const { message } = useSearch({ strict: false }) as { message?: string | undefined }
  const navigate = useNavigate()
  const [target, setTarget] = useState<MessageRequest | null>(null)
  useEffect(() => {
    if (!message) return
    setTarget({ id: message })
    void navigate({ to: '.', search: previous => ({ ...previous, message: undefined }), replace: true })
  }, [message, navigate])
  return { target, go: id => setTarget({ id }) }
}
