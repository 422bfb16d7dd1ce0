/** Style shared by dropdown menus, context menus, selects in popovers and the command bar. */
export const menuPanel =
  'z-50 min-w-44 max-w-80 animate-enter overflow-y-auto rounded-md border border-line-strong bg-raised p-1 text-ink shadow-overlay outline-none'
export const menuItem =
  "relative flex min-h-8 cursor-default select-none items-center gap-2.5 rounded-sm px-2 py-1 outline-none touch:min-h-11 data-[disabled='']:pointer-events-none data-[disabled=true]:pointer-events-none data-[highlighted]:bg-hover data-[selected=true]:bg-hover data-[disabled='']:opacity-50 data-[disabled=true]:opacity-50 dark:data-[highlighted]:bg-active dark:data-[selected=true]:bg-active [&_svg]:icon [&_svg]:shrink-0"
export const menuItemDanger = 'text-danger-ink data-[highlighted]:bg-danger-soft dark:data-[highlighted]:bg-danger-soft'
export const menuLabel = 'px-2 pt-2 pb-1 font-medium text-ink-2 text-xs'
export const menuSeparator = '-mx-1 my-1 h-px bg-line-strong/60'
