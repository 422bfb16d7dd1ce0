import { Columns3 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../ui/popover.tsx'
import type { Column } from './column.ts'

interface ColumnChoiceProps<Row> {
  columns: readonly Column<Row>[]
  shown: readonly Column<Row>[]
  isChosen: boolean
  onToggle: (id: string, on: boolean) => void
  onReset: () => void
}

/** Chooses which columns this browser shows in a list; the row's name always stays. */
export function ColumnChoice<Row>({ columns, shown, isChosen, onToggle, onReset }: ColumnChoiceProps<Row>) {
  const { t } = useTranslation('lists')
  return (
    <Popover>
      <PopoverTrigger>
        <IconButton label={t('columns.choose')} icon={<Columns3 size={16} />} size="sm" />
      </PopoverTrigger>
      <PopoverContent aria-label={t('columns.choose')} align="end" className="flex w-60 flex-col p-2">
        {columns
          .filter(({ main }) => !main)
          .map(({ id, head }) => (
            // biome-ignore lint/a11y/noLabelWithoutControl: the box is the button inside
            <label key={id} className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2 hover:bg-hover">
              <Checkbox
                checked={shown.some(each => each.id === id)}
                onCheckedChange={on => onToggle(id, on)}
                aria-label={head}
              />
              <span className="truncate">{head}</span>
            </label>
          ))}
        {isChosen && (
          <Button variant="ghost" size="sm" className="mt-1 self-start" onClick={onReset}>
            {t('columns.reset')}
          </Button>
        )}
      </PopoverContent>
    </Popover>
  )
}
