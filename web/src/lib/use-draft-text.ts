import { useEffect, useRef, useState } from 'react'
import { followUnsent, readUnsent, type UnsentKind, writeUnsent } from './unsent.ts'

/**
 * Keeps a text as it is typed, per thing it belongs to: it survives the screen, a reload and the
 * end of the session.
 */
export function useDraftText(kind: UnsentKind, id: string): [text: string, setText: (text: string) => void] {
  const [state, setState] = useState(() => ({ id, text: readUnsent<string>(kind, id) ?? '' }))
  const shown = useRef(id)
  shown.current = id
  // The id changed: the new text shows from its first frame.
  const now = state.id === id ? state : { id, text: readUnsent<string>(kind, id) ?? '' }
  if (now !== state) setState(now)
  useEffect(() => followUnsent(kind, id, text => setState({ id, text })), [kind, id])
  const setText = (text: string) => {
    writeUnsent(kind, id, text)
    if (shown.current === id) setState({ id, text })
  }
  return [now.text, setText]
}
