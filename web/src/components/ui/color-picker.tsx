import { Check } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { queueColors } from '#/lib/queue-colors.ts'

interface ColorPickerProps {
  value: string
  onChange: (color: string) => void
  /** Colours that are already used: shown struck through and not selectable. */
  taken?: readonly string[]
  id?: string
  'aria-invalid'?: boolean
  'aria-describedby'?: string
}

/**
 * Shows the 50 presets as a grid of radio buttons: arrows move, Space chooses. A colour outside the
 * palette is added as the last one.
 */
export function ColorPicker({ value, onChange, taken = [], ...props }: ColorPickerProps) {
  const { t } = useTranslation()
  const grid = useRef<HTMLDivElement>(null)
  const refused = new Set(taken.map(color => color.toLowerCase()))
  const [given] = useState(value.toLowerCase())
  const colors: readonly string[] =
    given === '' || queueColors.some(color => color === given) ? queueColors : [...queueColors, given]
  const chosen = colors.indexOf(value.toLowerCase())
  const move = (from: number, key: string) => {
    const cells = [...(grid.current?.querySelectorAll<HTMLButtonElement>('button') ?? [])]
    // The cells are larger on touch screens, so a phone has fewer in a row.
    const second = cells.findIndex(cell => cell.offsetTop > (cells[0]?.offsetTop ?? 0))
    const columns = second === -1 ? cells.length : second
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[key] ?? 0
    for (let at = from + step; step !== 0 && at >= 0 && at < cells.length; at += step) {
      if (cells[at]?.disabled) continue
      cells[at]?.focus()
      return
    }
  }
  const firstFree = colors.findIndex(color => !refused.has(color))
  return (
    <div
      ref={grid}
      role="radiogroup"
      id={props.id}
      aria-label={t('color.label')}
      aria-invalid={props['aria-invalid']}
      aria-describedby={props['aria-describedby']}
      className="grid w-fit grid-cols-10 gap-1 touch:max-sm:grid-cols-5 touch:gap-0.5"
    >
      {colors.map((color, index) => {
        const selected = index === chosen
        return (
          // biome-ignore lint/a11y/useSemanticElements: a swatch cannot be drawn on a native radio
          <button
            key={color}
            type="button"
            role="radio"
            aria-checked={selected}
            aria-label={refused.has(color) ? t('color.taken', { color }) : color}
            title={refused.has(color) ? t('color.taken', { color }) : color}
            disabled={refused.has(color)}
            tabIndex={selected || (chosen === -1 && index === firstFree) ? 0 : -1}
            onClick={() => onChange(color)}
            onKeyDown={event => {
              if (!event.key.startsWith('Arrow')) return
              event.preventDefault()
              move(index, event.key)
            }}
            className={cn(
              'flex size-7 touch:size-control items-center justify-center rounded-md text-white ring-offset-2 ring-offset-raised disabled:opacity-25',
              selected && 'ring-2 ring-ink',
            )}
            style={{ backgroundColor: color }}
          >
            {selected && <Check size={16} strokeWidth={3} className="drop-shadow" />}
          </button>
        )
      })}
    </div>
  )
}
