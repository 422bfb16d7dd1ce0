import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from './icon-button.tsx'
import { giveFocusBack } from './tooltip.tsx'

interface MoveButtonsProps {
  /** Accessible names; they name the row. */
  upLabel: string
  downLabel: string
  /** Place of the row, and number of rows. */
  index: number
  count: number
  onMove: (by: -1 | 1) => void
}

/**
 * Moves a row of a list up or down. The focus stays on the pressed button, or goes to its
 * counterpart where the row can go no further.
 */
export function MoveButtons({ upLabel, downLabel, index, count, onMove }: MoveButtonsProps) {
  const up = useRef<HTMLButtonElement>(null)
  const down = useRef<HTMLButtonElement>(null)
  const pressed = useRef<typeof up>(null)
  const move = (button: typeof up, by: -1 | 1) => {
    pressed.current = button
    onMove(by)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it acts once the row has its new place
  useEffect(() => {
    const button = pressed.current
    pressed.current = null
    const focused = document.activeElement
    // Somebody who has gone elsewhere meanwhile stays there.
    if (!button || (focused !== document.body && focused !== button.current)) return
    const other = button === up ? down : up
    giveFocusBack(button.current?.disabled ? other.current : button.current)
  }, [index])
  return (
    <>
      <IconButton
        ref={up}
        size="sm"
        label={upLabel}
        icon={<ArrowUp size={16} />}
        disabled={index === 0}
        onClick={() => move(up, -1)}
      />
      <IconButton
        ref={down}
        size="sm"
        label={downLabel}
        icon={<ArrowDown size={16} />}
        disabled={index === count - 1}
        onClick={() => move(down, 1)}
      />
    </>
  )
}
