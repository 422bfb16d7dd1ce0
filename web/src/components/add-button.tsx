import { Plus } from 'lucide-react'
import { useShortcut } from '#/lib/shortcuts.ts'
import { Button } from './ui/button.tsx'
import { Tooltip } from './ui/tooltip.tsx'

interface AddButtonProps {
  label: string
  /** Reason why nothing can be added now: shown as the hint, and clicks do nothing. */
  disabledReason?: string | undefined
  onClick: () => void
}

/**
 * Shows the one primary action of a list screen; `+` does the same. On phones it shows the first
 * word of its label.
 */
export function AddButton({ label, disabledReason, onClick }: AddButtonProps) {
  const run = () => {
    if (!disabledReason) onClick()
  }
  useShortcut('lists.add', { run })
  const button = (
    <Button
      variant="primary"
      icon={<Plus size={16} />}
      onClick={run}
      aria-label={label}
      aria-disabled={disabledReason ? true : undefined}
    >
      <span className="hidden sm:inline">{label}</span>
      <span className="sm:hidden">{label.split(' ')[0]}</span>
    </Button>
  )
  return disabledReason ? <Tooltip content={disabledReason}>{button}</Tooltip> : button
}
