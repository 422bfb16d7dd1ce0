import { Slot } from 'radix-ui'
import {
  createContext,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  use,
  useId,
  useRef,
  useState,
} from 'react'
import { lazyModule, useLazyModule } from '#/lib/lazy-module.ts'
import { useStore } from '#/lib/store.ts'
import type * as Parts from './dropdown-menu-panel.tsx'

/**
 * The panel loads with the first menu that is opened: a screen has hundreds of menu buttons, and
 * rarely an open menu.
 */
export const menuPanelParts = lazyModule(() => import('./dropdown-menu-panel.tsx'))

interface State {
  open: boolean
  setOpen: (open: boolean) => void
  anchor: React.RefObject<HTMLElement | null>
  /** True if a key opened it: its first entry then gets the focus. */
  byKeyboard: React.RefObject<boolean>
  triggerId: string
  panelId: string
}

const Context = createContext<State | null>(null)

interface MenuProps {
  children: ReactNode
  /** Controls a menu that something other than its button opens, too. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/**
 * Holds a menu and its state. It is not modal: assistive technology can still read the screen
 * behind, and one click outside both closes it and acts.
 */
export function DropdownMenu({ children, open: given, onOpenChange }: MenuProps) {
  const [own, setOwn] = useState(false)
  const open = given ?? own
  const setOpen = onOpenChange ?? setOwn
  const anchor = useRef<HTMLElement>(null)
  const byKeyboard = useRef(false)
  const id = useId()
  return (
    <Context value={{ open, setOpen, anchor, byKeyboard, triggerId: `${id}-button`, panelId: `${id}-menu` }}>
      {children}
    </Context>
  )
}

/** Makes its child, a button, open and close the menu: by pointer, Enter, Space or ↓. */
export function DropdownMenuTrigger({ children }: { children: ReactNode }) {
  const { open, setOpen, anchor, byKeyboard, triggerId, panelId } = use(Context)!
  return (
    <Slot.Root
      ref={anchor}
      id={triggerId}
      aria-haspopup="menu"
      aria-expanded={open}
      aria-controls={open ? panelId : undefined}
      data-state={open ? 'open' : 'closed'}
      onPointerEnter={menuPanelParts.preload}
      onFocus={menuPanelParts.preload}
      onPointerDown={(event: PointerEvent) => {
        if (event.button !== 0 || event.ctrlKey) return
        byKeyboard.current = false
        setOpen(!open)
        // The menu takes the focus; the button must not take it back.
        if (!open) event.preventDefault()
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return
        event.preventDefault()
        byKeyboard.current = true
        setOpen(event.key === 'ArrowDown' || !open)
      }}
    >
      {children}
    </Slot.Root>
  )
}

type ContentProps = Omit<Parts.PanelProps, 'id' | 'anchor' | 'byKeyboard' | 'labelledBy' | 'onClose'>

export function DropdownMenuContent(props: ContentProps) {
  const { open, setOpen, anchor, byKeyboard, triggerId, panelId } = use(Context)!
  return (
    open && (
      <Panel
        {...props}
        id={panelId}
        anchor={anchor}
        byKeyboard={byKeyboard}
        labelledBy={triggerId}
        onClose={() => setOpen(false)}
      />
    )
  )
}

function Panel(props: Parts.PanelProps) {
  const parts = useLazyModule(menuPanelParts, props.onClose)
  return parts && <parts.Panel {...props} />
}

/**
 * Returns the loaded parts: an entry only exists in an open panel, which renders after they have
 * loaded.
 */
const useParts = () => useStore(menuPanelParts.store)!

export function DropdownMenuItem(props: Parts.ItemProps) {
  const { Item } = useParts()
  return <Item {...props} />
}

export function DropdownMenuRadioGroup(props: Parts.RadioGroupProps) {
  const { RadioGroup } = useParts()
  return <RadioGroup {...props} />
}

export function DropdownMenuRadioItem(props: Parts.RadioItemProps) {
  const { RadioItem } = useParts()
  return <RadioItem {...props} />
}

export function DropdownMenuLabel({ children }: { children: ReactNode }) {
  const { Label } = useParts()
  return <Label>{children}</Label>
}

export function DropdownMenuSeparator() {
  const { Separator } = useParts()
  return <Separator />
}
