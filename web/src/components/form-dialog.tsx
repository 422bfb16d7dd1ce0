import { type FormEvent, type ReactNode, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './ui/button.tsx'
import { confirm } from './ui/confirm.tsx'
import { Dialog } from './ui/dialog.tsx'
import { Form } from './ui/field.tsx'

interface FormDialogProps {
  title: string
  description?: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** True if something was typed: leaving then asks first. */
  dirty: boolean
  busy: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
  onClose: () => void
  submitLabel?: string
  /** True if the content is only shown, not edited. */
  readOnly?: boolean | undefined
  /** Notice to the left of the buttons. */
  notice?: ReactNode
  /** Replaces the form while its data loads or has failed. */
  instead?: ReactNode
  children: ReactNode
}

/**
 * Shows a dialog that creates or edits something: Ctrl Enter saves, Esc asks before it discards
 * what was typed.
 */
export function FormDialog(props: FormDialogProps) {
  const { t } = useTranslation('common')
  const id = useId()
  const asking = useRef(false)
  const leave = async () => {
    if (!props.dirty) return props.onClose()
    if (asking.current) return
    asking.current = true
    const discard = await confirm({
      title: t('form.unsaved'),
      description: t('form.unsavedHint'),
      confirmLabel: t('action.discard'),
      cancelLabel: t('action.stay'),
    })
    asking.current = false
    if (discard) props.onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={() => undefined}
      onLeave={() => void leave()}
      title={props.title}
      description={props.description}
      size={props.size ?? 'md'}
      footer={
        <>
          <div className="mr-auto min-w-0 text-ink-2 text-sm">{props.notice}</div>
          <Button variant="ghost" onClick={() => void leave()}>
            {t(props.readOnly ? 'action.close' : 'action.cancel')}
          </Button>
          {!props.readOnly && (
            <Button
              type="submit"
              form={id}
              variant="primary"
              loading={props.busy}
              disabled={props.instead !== undefined}
            >
              {props.submitLabel ?? t('action.save')}
            </Button>
          )}
        </>
      }
    >
      {props.instead ?? (
        <Form
          id={id}
          onSubmit={props.onSubmit}
          busy={props.busy}
          onKeyDown={event => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.preventDefault()
              event.currentTarget.requestSubmit()
            }
          }}
        >
          {props.children}
        </Form>
      )}
    </Dialog>
  )
}
