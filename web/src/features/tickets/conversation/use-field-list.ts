import { type RefObject, useEffect, useRef, useState } from 'react'

interface FieldListProps<Row> {
  /** Field that keeps the focus; the list controls its keys and ARIA state. */
  field: RefObject<HTMLTextAreaElement | null>
  /** Id of the element with the role `listbox`. */
  listId: string
  /** Options that can be chosen, in their order. */
  rows: readonly Row[]
  /** True while options are still to come: Enter waits for them. */
  isLoading: boolean
  onChoose: (row: Row) => void
  onClose: () => void
}

export const optionId = (listId: string, id: string): string => `${listId}-${id}`

/**
 * Moves through a list above a field by the field's arrows; Enter and Tab choose, Esc closes it.
 * Returns the active option.
 */
export function useFieldList<Row extends { id: string }>({
  field,
  listId,
  rows,
  isLoading,
  onChoose,
  onClose,
}: FieldListProps<Row>): Row | undefined {
  const [chosen, setChosen] = useState<string | null>(null)
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === chosen),
  )
  const active = rows[at]
  const activeId = active?.id
  const keys = useRef<(event: KeyboardEvent) => void>(() => undefined)
  keys.current = event => {
    if (event.isComposing) return
    const take = () => {
      event.preventDefault()
      event.stopPropagation()
    }
    const step = (by: number) => {
      take()
      setChosen(rows[(at + by + rows.length) % rows.length]?.id ?? null)
    }
    const plain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey
    if (event.key === 'Escape') {
      take()
      onClose()
    } else if (event.key === 'Enter' && plain && isLoading) take()
    else if (!active || !plain) return
    else if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'Enter' || event.key === 'Tab') {
      take()
      onChoose(active)
    }
  }
  useEffect(() => {
    const element = field.current
    if (!element) return
    // Registered on the field itself, so that it handles a key before the field's own handler does.
    const onKeyDown = (event: KeyboardEvent) => keys.current(event)
    element.addEventListener('keydown', onKeyDown)
    const state = { 'aria-autocomplete': 'list', 'aria-haspopup': 'listbox', 'aria-controls': listId }
    for (const [name, value] of Object.entries(state)) element.setAttribute(name, value)
    return () => {
      element.removeEventListener('keydown', onKeyDown)
      for (const name of Object.keys(state)) element.removeAttribute(name)
    }
  }, [field, listId])
  useEffect(() => {
    const element = field.current
    if (!element || activeId === undefined) return
    const option = optionId(listId, activeId)
    element.setAttribute('aria-activedescendant', option)
    document.getElementById(option)?.scrollIntoView({ block: 'nearest' })
    return () => element.removeAttribute('aria-activedescendant')
  }, [field, listId, activeId])
  return active
}
