import { Check } from 'lucide-react'
import { Menu } from 'radix-ui/internal'
import { type ComponentProps, type ReactNode, type RefObject, useRef } from 'react'
import { cn } from '#/lib/cn.ts'
import { menuItem, menuItemDanger, menuLabel, menuPanel, menuSeparator } from './menu-styles.ts'
import { giveFocusBack } from './tooltip.tsx'

export interface PanelProps {
  id: string
  anchor: RefObject<HTMLElement | null>
  byKeyboard: RefObject<boolean>
  labelledBy: string
  onClose: () => void
  className?: string
  children: ReactNode
}

/** Shows an open menu below its button. */
export function Panel({ id, anchor, byKeyboard, labelledBy, onClose, className, children }: PanelProps) {
  const leftByPointer = useRef(false)
  return (
    <Menu.Root open modal={false} onOpenChange={next => !next && onClose()}>
      <Menu.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <Menu.Portal>
        <Menu.Content
          id={id}
          aria-labelledby={labelledBy}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          onFocus={event => {
            if (event.target !== event.currentTarget || !byKeyboard.current) return
            byKeyboard.current = false
            event.currentTarget.querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])')?.focus()
          }}
          onInteractOutside={() => {
            leftByPointer.current = true
          }}
          onCloseAutoFocus={event => {
            event.preventDefault()
            if (!leftByPointer.current) giveFocusBack(anchor.current)
          }}
          className={cn(menuPanel, 'max-h-(--radix-popper-available-height)', className)}
        >
          {children}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  )
}

export interface ItemProps extends ComponentProps<typeof Menu.Item> {
  icon?: ReactNode
  shortcut?: ReactNode
  tone?: 'danger'
}

export function Item({ icon, shortcut, tone, className, children, ...props }: ItemProps) {
  return (
    <Menu.Item {...props} className={cn(menuItem, tone === 'danger' && menuItemDanger, className)}>
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {shortcut && <span className="pointer-coarse:hidden text-ink-3 text-xs">{shortcut}</span>}
    </Menu.Item>
  )
}

export type RadioGroupProps = ComponentProps<typeof Menu.RadioGroup>
export const RadioGroup = Menu.RadioGroup

export type RadioItemProps = ComponentProps<typeof Menu.RadioItem>
export function RadioItem({ children, className, ...props }: RadioItemProps) {
  return (
    <Menu.RadioItem {...props} className={cn(menuItem, className)}>
      <span className="min-w-0 flex-1 truncate">{children}</span>
      <Menu.ItemIndicator>
        <Check size={16} />
      </Menu.ItemIndicator>
    </Menu.RadioItem>
  )
}

export function Label({ children }: { children: ReactNode }) {
  return <Menu.Label className={menuLabel}>{children}</Menu.Label>
}

export function Separator() {
  return <Menu.Separator className={menuSeparator} />
}
