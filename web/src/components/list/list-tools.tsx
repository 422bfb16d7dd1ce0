import { MoreVertical } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMediaQuery } from '#/lib/use-media-query.ts'
import type { RowAction } from '../row-action.ts'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '../ui/dropdown-menu.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { OptionsMenu } from './options-menu.tsx'

/** Shows the actions on a list as a whole: icons where there is room, else a menu. */
export function ListTools({ tools }: { tools: readonly RowAction[] }) {
  const { t } = useTranslation('common')
  const roomy = useMediaQuery('(min-width: 600px)')
  if (roomy || tools.length === 1)
    return tools.map(({ id, label, icon, loading = false, run, options }) => {
      const button = <IconButton key={id} label={label} icon={icon} loading={loading} onClick={run} />
      return options ? (
        <OptionsMenu key={id} options={options}>
          {button}
        </OptionsMenu>
      ) : (
        button
      )
    })
  return (
    <DropdownMenu>
      <DropdownMenuTrigger>
        <IconButton label={t('action.more')} icon={<MoreVertical size={20} />} />
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {tools.flatMap(({ id, short, icon, loading = false, run, options = [{ id, short, run }] }) =>
          options.map(option => (
            <DropdownMenuItem key={option.id} icon={icon} disabled={loading} onSelect={() => option.run?.()}>
              {option.short}
            </DropdownMenuItem>
          )),
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
