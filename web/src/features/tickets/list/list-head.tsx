import { ArrowDownWideNarrow, ChevronDown, CornerDownRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '#/components/ui/dropdown-menu.tsx'
import { changePreferences, usePreferences } from '#/lib/preferences.ts'

const choices = { waitingOrder: ['waiting', 'newest'], afterResolve: ['next', 'stay'] } as const

/**
 * Shows above the rows what the user chose for them: the order of those that wait, or what comes
 * after resolving one. It applies in every browser they sign in with.
 */
export function ListHead({ of }: { of: keyof typeof choices }) {
  const { t } = useTranslation('ticketDetails')
  const chosen = usePreferences()[of]
  const Icon = of === 'waitingOrder' ? ArrowDownWideNarrow : CornerDownRight
  const title = t(of === 'waitingOrder' ? 'list.order' : 'list.afterResolve')
  return (
    <DropdownMenu>
      <DropdownMenuTrigger>
        <button
          type="button"
          aria-label={`${title}: ${t(`list.${chosen}`)}`}
          className="flex h-full min-w-0 items-center gap-1.5 rounded-md px-1.5 text-ink-2 text-xs hover:bg-hover hover:text-ink data-[state=open]:bg-hover"
        >
          <Icon size={14} className="icon shrink-0" aria-hidden />
          <span className="truncate">
            {of === 'afterResolve' && `${title}: `}
            {t(`list.${chosen}`)}
          </span>
          <ChevronDown size={14} className="icon shrink-0" aria-hidden />
        </button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel>{title}</DropdownMenuLabel>
        <DropdownMenuRadioGroup
          value={chosen}
          onValueChange={value => void changePreferences(now => ({ ...now, [of]: value }))}
        >
          {choices[of].map(choice => (
            <DropdownMenuRadioItem key={choice} value={choice}>
              {t(`list.${choice}`)}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
