import {
  type CopilotAction,
  type CopilotReading,
  type CopilotSource,
  copilot,
} from '@balcao/shared/api/automation/copilot.ts'
import { useEffect, useRef, useState } from 'react'
import { copilotText } from '#/lib/copilot-text.ts'
import { api } from '#/lib/session.ts'

export type CopilotFields = Partial<Record<string, CopilotReading>>

/** Current state of the copilot, or the result of its last run. */
export type CopilotState =
  | { at: 'rest' }
  | { at: 'writing'; action: CopilotAction }
  | { at: 'done'; action: CopilotAction; text: string; sources: readonly CopilotSource[] }
  | { at: 'read'; fields: CopilotFields }
  | { at: 'failed'; action: CopilotAction; error: unknown }

/**
 * Lets the copilot work for a ticket. `onText` gets the text while it is written and once it is
 * whole; a text that arrives after `leave` is dropped.
 */
export function useCopilot(ticketId: string, onText: (text: string) => void) {
  const [state, setState] = useState<CopilotState>({ at: 'rest' })
  const latest = useRef(onText)
  latest.current = onText
  /** Request that is under way. */
  const asked = useRef<string | null>(null)
  useEffect(() => {
    const stop = copilotText.subscribe(() => {
      const part = copilotText.get()
      if (part && part.requestId === asked.current) latest.current(part.text)
    })
    return () => {
      stop()
      asked.current = null
    }
  }, [])

  /** Returns false if it failed; then the text so far is not to be kept. */
  async function run(action: CopilotAction, given: { text?: string; language?: string } = {}): Promise<boolean> {
    const requestId = crypto.randomUUID()
    asked.current = requestId
    setState({ at: 'writing', action })
    try {
      const answer = await api(copilot.act, { params: { ticketId }, body: { action, requestId, ...given } })
      if (asked.current !== requestId) return true
      if ('fields' in answer) setState({ at: 'read', fields: answer.fields })
      else {
        latest.current(answer.text)
        setState({ at: 'done', action, text: answer.text, sources: answer.sources ?? [] })
      }
      return true
    } catch (error) {
      if (asked.current !== requestId) return true
      setState({ at: 'failed', action, error })
      return false
    } finally {
      if (asked.current === requestId) asked.current = null
    }
  }
  function leave(): void {
    asked.current = null
    setState({ at: 'rest' })
  }
  return { state, run, leave }
}
