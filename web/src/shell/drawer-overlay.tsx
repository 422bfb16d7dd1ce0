import { Dialog as Primitive } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { useReturnFocus } from '#/components/ui/use-return-focus.ts'
import { Drawer } from './drawer.tsx'

/** Shows the drawer over the screen, on phones. Esc, the backdrop and every choice close it. */
export function DrawerOverlay({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const { remember, giveBack } = useReturnFocus()
  return (
    <Primitive.Root open onOpenChange={open => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Primitive.Content
          aria-describedby={undefined}
          onOpenAutoFocus={remember}
          onCloseAutoFocus={giveBack}
          className="fixed inset-y-0 left-0 z-40 w-60 animate-enter-left border-line-strong border-r bg-surface outline-none"
        >
          <Primitive.Title className="sr-only">{t('nav.main')}</Primitive.Title>
          <Drawer open onNavigate={onClose} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
