import { useRef, useState } from 'react'
import { readUnsent, type UnsentKind, writeUnsent } from './unsent.ts'

/** A text that is kept as it is typed, per thing it belongs to: it outlives the screen, a reload and a session's end. */
export function useDraftText(kind: UnsentKind, id: string): [text: string, setText: (text: string) => void] {
  const [state, setState] = useState(() => ({ id, text: readUnsent<string>(kind, id) ?? '' }))
  const shown = useRef(id)
  shown.current = id
  // Another thing is on screen: its own text, from its first frame.
  const now = state.id === id ? state : { id, text: readUnsent<string>(kind, id) ?? '' }
  if (now !== state) setState(now)
  const setText = (text: string) => {
    writeUnsent(kind, id, text)
    if (shown.current === id) setState({ id, text })
  }
  return [now.text, setText]
}
