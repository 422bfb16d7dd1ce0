import { secondFactor } from '@balcao/shared/api/account/second-factor.ts'
import type { SecondFactorKey } from '@balcao/shared/entities/second-factor.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#/components/ui/dialog.tsx'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { AppKey } from './app-key.tsx'
import { CodeForm } from './code-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/**
 * Turns the user's own second factor on or off, or creates new recovery codes; `change` decides
 * what is required.
 */
export function SecondFactorDialog({ change, onClose }: { change: 'on' | 'off' | 'codes'; onClose: () => void }) {
  const { t } = useTranslation('security')
  const [key, setKey] = useState<SecondFactorKey | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const changed = () => void queryClient.invalidateQueries({ queryKey: apiQuery(secondFactor.get).queryKey })
  const begin = async (currentPassword: string) => setKey(await api(secondFactor.begin, { body: { currentPassword } }))
  const confirm = async (code: string) => {
    const made = await (change === 'on'
      ? api(secondFactor.confirm, { body: { code } })
      : api(secondFactor.renewCodes, { body: { code } }))
    setCodes(made.recoveryCodes)
    if (change === 'on') toast.success(t('step.turnedOn'))
    changed()
  }
  const remove = async (body: { code: string; currentPassword: string }) => {
    await api(secondFactor.remove, { body })
    toast.success(t('step.turnedOff'))
    changed()
    onClose()
  }
  const title = codes ? t('codes.title') : change === 'codes' ? t('step.newCodes') : t('step.title')
  const hint = { on: t('step.passwordHint'), off: t('step.offHint'), codes: t('step.newCodesHint') }[change]
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={title}
      {...(key || codes ? {} : { description: hint })}
      size="sm"
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : change === 'off' ? (
        <CodeForm password label={t('setup.codeOrRecovery')} submitLabel={t('step.turnOff')} onSubmit={remove} />
      ) : change === 'on' && !key ? (
        <CodeForm
          password
          code={false}
          label=""
          submitLabel={t('step.turnOn')}
          onSubmit={({ currentPassword }) => begin(currentPassword)}
        />
      ) : (
        <div className="flex flex-col gap-4">
          {key && <AppKey {...key} />}
          <CodeForm
            key={key?.secret ?? ''}
            label={t('setup.code')}
            submitLabel={t('setup.confirm')}
            onSubmit={({ code }) => confirm(code)}
          />
        </div>
      )}
    </Dialog>
  )
}
