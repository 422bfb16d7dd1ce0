import { Braces } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '#/components/ui/dropdown-menu.tsx'

/** Variables that the product fills by itself, or that an order has, by group. */
const GROUPS = {
  contact: ['name', 'first_name'],
  ticket: ['greeting', 'protocol', 'date', 'hour', 'queue', 'user'],
  order: ['order_number', 'order_total', 'order_status'],
} as const

interface VariableMenuProps {
  /** Name that a variable of one's own gets. */
  own: string
  onInsert: (name: string) => void
}

/** Lets the maker of a template insert a variable by what it means. */
export function VariableMenu({ own, onInsert }: VariableMenuProps) {
  const { t } = useTranslation('templates')
  return (
    <DropdownMenu>
      <DropdownMenuTrigger>
        <Button size="sm" variant="ghost" icon={<Braces size={14} />}>
          {t('variable.insert')}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {(Object.keys(GROUPS) as (keyof typeof GROUPS)[]).map(group => (
          <div key={group}>
            <DropdownMenuLabel>{t(`variable.${group}`)}</DropdownMenuLabel>
            {GROUPS[group].map(name => (
              <DropdownMenuItem key={name} onSelect={() => onInsert(name)}>
                {t(`variable.${name}`)}
              </DropdownMenuItem>
            ))}
          </div>
        ))}
        <DropdownMenuLabel>{t('variable.other')}</DropdownMenuLabel>
        <DropdownMenuItem onSelect={() => onInsert(own)}>{t('variable.own')}</DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
