import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Request to jump to a message; the same id in a new object is a new request. */
export type Wish = { id: string }

/**
 * Returns the message the address asks for, and removes it from the address: a reload begins at the
 * newest again, and the same result can be opened a second time. `go` requests a jump from inside.
 */
export function useAskedMessage(): { wish: Wish | null; go: (id: string) => void } {
  const { message } = useSearch({ strict: false }) as { message?: string | undefined }
  const navigate = useNavigate()
  const [wish, setWish] = useState<Wish | null>(null)
  useEffect(() => {
    if (!message) return
    setWish({ id: message })
    void navigate({ to: '.', search: previous => ({ ...previous, message: undefined }), replace: true })
  }, [message, navigate])
  return { wish, go: id => setWish({ id }) }
}
