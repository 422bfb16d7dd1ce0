import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './ui/button.tsx'
import { Dialog } from './ui/dialog.tsx'
import { Field } from './ui/field.tsx'
import { Input } from './ui/input.tsx'

interface SecretDialogProps {
  title: string
  /** Purpose of the secret. */
  hint: string
  secret: string
  onClose: () => void
}

/** Shows the secret that signs events, once only. */
export function SecretDialog({ title, hint, secret, onClose }: SecretDialogProps) {
  const { t } = useTranslation(['integrations', 'common'])
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(secret)
    setCopied(true)
    setTimeout(() => setCopied(false), 1000)
  }
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={title}
      description={hint}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('secret.done')}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <div className="flex items-end gap-2">
          <Field label={t('secret.label')} className="min-w-0 flex-1">
            <Input readOnly value={secret} onFocus={event => event.target.select()} className="font-mono" />
          </Field>
          <Button icon={copied ? <Check size={16} /> : <Copy size={16} />} onClick={() => void copy()}>
            {copied ? t('common:action.copied') : t('common:action.copy')}
          </Button>
        </div>
        <p role="status" className="rounded-md bg-warning-soft px-3 py-2 text-warning-ink">
          {t('secret.shown')}
        </p>
      </div>
    </Dialog>
  )
}
