import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** A message to go to; the same one again is another wish. */
export type Wish = { id: string }

/**
 * The message that the address asks for, taken out of it: a reload begins at the newest again, and the same result may be opened a second
 * time. `go` wishes for one from inside.
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
