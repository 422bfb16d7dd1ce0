import { Check } from 'lucide-react'
import { DropdownMenu as Primitive } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '#/lib/cn.ts'
import { menuItem, menuItemDanger, menuLabel, menuPanel, menuSeparator } from './menu-styles.ts'

export const DropdownMenuTrigger = Primitive.Trigger
export const DropdownMenuRadioGroup = Primitive.RadioGroup

/** Not modal: the screen behind stays readable by assistive technology, and one click outside both closes and acts. */
export function DropdownMenu(props: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root modal={false} {...props} />
}

export function DropdownMenuContent({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        align="end"
        sideOffset={6}
        collisionPadding={8}
        {...props}
        className={cn(menuPanel, 'max-h-(--radix-dropdown-menu-content-available-height)', className)}
      />
    </Primitive.Portal>
  )
}

interface ItemProps extends ComponentProps<typeof Primitive.Item> {
  icon?: ReactNode
  shortcut?: ReactNode
  tone?: 'danger'
}

export function DropdownMenuItem({ icon, shortcut, tone, className, children, asChild, ...props }: ItemProps) {
  const classes = cn(menuItem, tone === 'danger' && menuItemDanger, className)
  if (asChild)
    return (
      <Primitive.Item asChild {...props} className={classes}>
        {children}
      </Primitive.Item>
    )
  return (
    <Primitive.Item {...props} className={classes}>
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {shortcut && <span className="text-ink-3 text-xs">{shortcut}</span>}
    </Primitive.Item>
  )
}

export function DropdownMenuRadioItem({ children, className, ...props }: ComponentProps<typeof Primitive.RadioItem>) {
  return (
    <Primitive.RadioItem {...props} className={cn(menuItem, className)}>
      <span className="min-w-0 flex-1 truncate">{children}</span>
      <Primitive.ItemIndicator>
        <Check size={16} />
      </Primitive.ItemIndicator>
    </Primitive.RadioItem>
  )
}

export function DropdownMenuLabel(props: ComponentProps<typeof Primitive.Label>) {
  return <Primitive.Label {...props} className={cn(menuLabel, props.className)} />
}

export function DropdownMenuSeparator() {
  return <Primitive.Separator className={menuSeparator} />
}
