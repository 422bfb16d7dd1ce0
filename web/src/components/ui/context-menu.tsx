import { ContextMenu as Primitive } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '#/lib/cn.ts'
import { menuItem, menuItemDanger, menuPanel, menuSeparator } from './menu-styles.ts'

export const ContextMenu = Primitive.Root
export const ContextMenuTrigger = Primitive.Trigger

export function ContextMenuContent({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        collisionPadding={8}
        {...props}
        className={cn(menuPanel, 'max-h-(--radix-context-menu-content-available-height)', className)}
      />
    </Primitive.Portal>
  )
}

interface ItemProps extends ComponentProps<typeof Primitive.Item> {
  icon?: ReactNode
  shortcut?: ReactNode
  tone?: 'danger'
}

export function ContextMenuItem({ icon, shortcut, tone, className, children, ...props }: ItemProps) {
  return (
    <Primitive.Item {...props} className={cn(menuItem, tone === 'danger' && menuItemDanger, className)}>
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {shortcut && <span className="pointer-coarse:hidden text-ink-3 text-xs">{shortcut}</span>}
    </Primitive.Item>
  )
}

export function ContextMenuSeparator() {
  return <Primitive.Separator className={menuSeparator} />
}
