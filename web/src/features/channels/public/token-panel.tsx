import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import type { Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import { useMutation } from '@tanstack/react-query'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { confirm } from '#/components/ui/confirm.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { usePlan } from '#/lib/use-plan.ts'

/**
 * Creates or replaces the token of the public API, which is shown once and never readable again.
 */
export function TokenPanel({ connection }: { connection: Whatsapp }) {
  const { t } = useTranslation(['channels', 'common'])
  const plan = usePlan()
  const [copied, setCopied] = useState(false)
  const make = useMutation({
    mutationFn: () => api(whatsapp.replaceToken, { params: { id: connection.id } }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: apiQuery(whatsapp.list).queryKey }),
    onError: toast.error,
  })
  const has = connection.hasToken || make.data !== undefined
  const ask = async () => {
    const yes =
      !has ||
      (await confirm({
        title: t('token.replaceTitle', { name: connection.name }),
        description: t('token.replaceHint'),
        confirmLabel: t('token.replace'),
      }))
    if (yes) make.mutate()
  }
  const copy = async (token: string) => {
    await navigator.clipboard.writeText(token)
    setCopied(true)
    setTimeout(() => setCopied(false), 1000)
  }
  if (plan && !plan.useExternalApi) return <p className="text-ink-2">{t('token.noPlan')}</p>
  return (
    <div className="flex flex-col items-start gap-3">
      <div>
        <h3 className="font-semibold">{t('token.title')}</h3>
        <p className="text-ink-2">{t('token.hint')}</p>
      </div>
      {make.data ? (
        <div className="w-full">
          <div className="flex items-end gap-2">
            <Field label={t('token.label')} className="flex-1">
              <Input readOnly value={make.data.token} onFocus={event => event.target.select()} className="font-mono" />
            </Field>
            <Button icon={copied ? <Check size={16} /> : <Copy size={16} />} onClick={() => void copy(make.data.token)}>
              {copied ? t('common:action.copied') : t('common:action.copy')}
            </Button>
          </div>
          <p role="status" className="mt-2 rounded-md bg-warning-soft px-3 py-2 text-warning-ink">
            {t('token.shown')}
          </p>
        </div>
      ) : (
        <p>{has ? t('token.has') : t('token.hasNot')}</p>
      )}
      <Button loading={make.isPending} onClick={() => void ask()}>
        {has ? t('token.replace') : t('token.create')}
      </Button>
    </div>
  )
}
