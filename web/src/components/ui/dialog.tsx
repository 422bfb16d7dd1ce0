import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { useReturnFocus } from './use-return-focus.ts'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  /** Buttons, the primary one last. */
  footer?: ReactNode
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl'
  /**
   * Placement; `side` is a sheet from the right edge. On phones every dialog is a full-height
   * sheet.
   */
  placement?: 'center' | 'side'
  children?: ReactNode
  /**
   * Runs instead of closing when the person leaves by Esc, ✕ or the backdrop; for forms with
   * unsaved text.
   */
  onLeave?: () => void
}

const widths = {
  xs: 'max-sm:h-dvh max-sm:max-h-none max-sm:rounded-none sm:max-w-80',
  sm: 'sm:max-w-md',
  md: 'sm:max-w-lg',
  lg: 'sm:max-w-2xl',
  xl: 'sm:max-w-4xl',
}

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  footer,
  size = 'md',
  placement = 'center',
  children,
  onLeave,
}: DialogProps) {
  const { t } = useTranslation()
  const { remember, giveBack } = useReturnFocus()
  return (
    <Primitive.Root open={open} onOpenChange={next => (!next && onLeave ? onLeave() : onOpenChange(next))}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Primitive.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={event => {
            remember()
            if (placement === 'side') focusContent(event)
            else focusBody(event)
          }}
          onCloseAutoFocus={giveBack}
          className={cn(
            'fixed z-40 flex flex-col border-line-strong bg-raised text-ink shadow-overlay outline-none',
            'inset-x-0 bottom-0 max-h-[calc(100dvh-16px)] animate-enter rounded-t-lg pb-safe',
            placement === 'side'
              ? 'sm:inset-y-0 sm:right-0 sm:left-auto sm:max-h-none sm:w-full sm:animate-enter-side sm:rounded-none sm:border-l'
              : 'sm:inset-0 sm:m-auto sm:h-fit sm:max-h-[calc(100dvh-48px)] sm:rounded-lg sm:border',
            widths[size],
          )}
        >
          <header className="flex items-center gap-2 pt-3 pr-3 pb-3 pl-5">
            <div className="min-w-0 flex-1">
              <Primitive.Title className="truncate font-semibold text-md">{title}</Primitive.Title>
              {description && <Primitive.Description className="mt-1 text-ink-2">{description}</Primitive.Description>}
            </div>
            <Primitive.Close asChild>
              <button
                type="button"
                aria-label={t('action.close')}
                className="flex size-control-sm shrink-0 items-center justify-center rounded-md text-ink-2 hover:bg-hover hover:text-ink"
              >
                <X aria-hidden size={16} className="icon" />
              </button>
            </Primitive.Close>
          </header>
          <div data-dialog-body className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">
            {children}
          </div>
          {footer && (
            <footer className="flex flex-wrap items-center justify-end gap-2 border-line border-t px-5 py-3">
              {footer}
            </footer>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

const usable = ':not(:disabled):not([tabindex="-1"])'

/**
 * Focuses the first field of the body, else its first button, never the ✕; the dialog itself where
 * there is neither.
 */
function focusBody(event: Event) {
  event.preventDefault()
  const content = event.currentTarget as HTMLElement
  const first =
    content.querySelector<HTMLElement>('[data-autofocus]') ??
    content.querySelector<HTMLElement>(`[data-dialog-body] :is(input, select, textarea, [role="combobox"])${usable}`) ??
    content.querySelector<HTMLElement>(`[data-dialog-body] :is(button, a[href])${usable}`)
  ;(first ?? content).focus()
}

/** Focuses the sheet itself, which is read before anything in it is used. */
function focusContent(event: Event) {
  event.preventDefault()
  ;(event.currentTarget as HTMLElement).focus()
}

/** Shows a sheet from the side, for details beside the screen. */
export function Sheet(props: Omit<DialogProps, 'placement'>) {
  return <Dialog {...props} placement="side" />
}
