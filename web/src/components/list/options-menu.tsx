import type { ReactNode } from 'react'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '../ui/dropdown-menu.tsx'

interface OptionsMenuProps {
  /** Button that opens it. */
  children: ReactNode
  options: readonly { id: string; label: string; run: () => unknown }[]
}

/** Offers the ways to do one action as a menu. */
export function OptionsMenu({ children, options }: OptionsMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger>{children}</DropdownMenuTrigger>
      <DropdownMenuContent>
        {options.map(({ id, label, run }) => (
          <DropdownMenuItem key={id} onSelect={() => void run()}>
            {label}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
