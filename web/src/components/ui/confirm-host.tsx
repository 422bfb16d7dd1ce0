import { AlertDialog as Primitive } from 'radix-ui'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { useStore } from '#/lib/store.ts'
import { Button } from './button.tsx'
import { asked } from './confirm.tsx'
import { useReturnFocus } from './use-return-focus.ts'

/** Shows the open question; mounted once at the root. */
export function ConfirmHost() {
  const { t } = useTranslation()
  const { remember, giveBack } = useReturnFocus()
  const question = useStore(asked)
  const last = useRef(question)
  if (question) last.current = question
  const shown = last.current
  // Several answers are in one row; on a phone they are stacked, with the primary one on top.
  const isLong = (shown?.choices.length ?? 0) > 1
  return (
    <Primitive.Root open={question !== null} onOpenChange={open => !open && question?.answer(null)}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Primitive.Content
          {...(shown?.description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={remember}
          onCloseAutoFocus={giveBack}
          className={cn(
            'fixed inset-x-4 inset-y-0 z-50 m-auto h-fit animate-enter rounded-lg border border-line-strong bg-raised p-5 shadow-overlay outline-none',
            isLong ? 'max-w-xl' : 'max-w-md',
          )}
        >
          <Primitive.Title className="font-semibold text-md">{shown?.title}</Primitive.Title>
          {shown?.description && (
            <Primitive.Description asChild>
              <div className="mt-2 text-ink-2">{shown.description}</div>
            </Primitive.Description>
          )}
          <div className={cn('mt-5 flex flex-wrap justify-end gap-2', isLong && 'max-sm:flex-col-reverse')}>
            <Primitive.Cancel asChild>
              <Button variant="ghost">{shown?.cancelLabel ?? t('action.cancel')}</Button>
            </Primitive.Cancel>
            {shown?.choices.map(({ value, label, variant }) => (
              <Button key={value} variant={variant} onClick={() => question?.answer(value)}>
                {label}
              </Button>
            ))}
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
