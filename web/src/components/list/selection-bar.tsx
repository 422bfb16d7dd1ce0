import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { OptionsMenu } from './options-menu.tsx'
import type { Selection } from './use-selection.ts'

/** Action on the selected rows of a list. */
export interface BulkAction<Row> {
  id: string
  label: string
  icon: ReactNode
  danger?: true
  /** Returns whether it applies to a row; the others are left out. */
  may?: (row: Row) => boolean
  run?: (rows: readonly Row[]) => unknown
  /** Ways to do it, in place of `run`, as a menu. */
  options?: readonly { id: string; label: string; run: (rows: readonly Row[]) => unknown }[]
}

interface SelectionBarProps<Row> {
  selection: Selection<Row>
  /** Number of rows that are loaded. */
  loaded: number
  actions: readonly BulkAction<Row>[]
  height: number
}

/** Shows how many rows are selected and what can be done with them, in place of the heads. */
export function SelectionBar<Row>({ selection, loaded, actions, height }: SelectionBarProps<Row>) {
  const { t } = useTranslation('lists')
  const { oneLine } = useListRowHeight()
  const { count, rows, toggleAll, clear } = selection
  return (
    <div
      role="toolbar"
      aria-label={t('selection.bar')}
      style={{ height }}
      className="sticky top-0 z-20 flex items-center gap-1.5 border-line border-b bg-accent-soft px-3"
    >
      <Checkbox
        checked={count === loaded ? true : 'indeterminate'}
        onCheckedChange={() => toggleAll(count < loaded)}
        aria-label={t('selection.all', { count: loaded })}
      />
      <span role="status" className="tabular mr-2 ml-1.5 truncate font-medium text-sm">
        {t('selection.count', { count })}
      </span>
      {actions.map(({ id, label, icon, danger, may = () => true, run, options }) => {
        const chosen = rows.filter(may)
        if (chosen.length === 0) return null
        const act = run && (() => void run(chosen))
        const button = oneLine ? (
          <Button key={id} size="sm" variant={danger ? 'danger-ghost' : 'ghost'} icon={icon} onClick={act}>
            {label}
          </Button>
        ) : (
          <IconButton key={id} size="sm" label={label} icon={icon} onClick={act} />
        )
        if (!options) return button
        return (
          <OptionsMenu key={id} options={options.map(option => ({ ...option, run: () => option.run(chosen) }))}>
            {button}
          </OptionsMenu>
        )
      })}
      <IconButton size="sm" label={t('selection.clear')} icon={<X size={16} />} className="ml-auto" onClick={clear} />
    </div>
  )
}
