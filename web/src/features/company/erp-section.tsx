import { settings as routes } from '@balcao/shared/api/company/settings.ts'
import { ERP_NAMES, ERP_SETTINGS, ERP_SYSTEMS, type ErpSystem, erpsSetUp } from '@balcao/shared/entities/erp.ts'
import { isSecretKey, type Setting } from '@balcao/shared/entities/setting.ts'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { confirm } from '#/components/ui/confirm.tsx'
import { Field, Form } from '#/components/ui/field.tsx'
import { Input, PasswordInput } from '#/components/ui/input.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { codeText, errorText } from '#/lib/error-text.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'

type ErpKey = (typeof ERP_SETTINGS)[ErpSystem][number]

/** Part of the page, which an address leads to by its hash. */
const ID = 'erp'

interface ErpSectionProps {
  settings: readonly Setting[]
  onSaved: (setting: Setting) => void
}

/**
 * Edits the billing systems in which bills are looked up: the data each needs, and a test of its
 * answer. Secrets never come back here.
 */
export function ErpSection({ settings, onSaved }: ErpSectionProps) {
  const { t } = useTranslation('company')
  const ready = erpsSetUp(settings)
  const section = useRef<HTMLElement>(null)
  const { hash } = useLocation()
  // The router scrolls before the settings are there.
  useEffect(() => {
    if (hash === ID) section.current?.scrollIntoView({ block: 'start' })
  }, [hash])
  return (
    <section ref={section} id={ID} className="scroll-mt-4 pt-5">
      <h2 className="mb-1 font-semibold">{t('erp.title')}</h2>
      <p className="mb-2 text-ink-2 text-sm">{t('erp.hint')}</p>
      <div className="rounded-md border border-line bg-surface">
        {ERP_SYSTEMS.map(system => (
          <ErpForm
            key={system}
            system={system}
            settings={settings}
            onSaved={onSaved}
            isReady={ready.includes(system)}
          />
        ))}
      </div>
    </section>
  )
}

interface ErpFormProps extends ErpSectionProps {
  system: ErpSystem
  isReady: boolean
}

const isAddress = (key: ErpKey) => key === 'ipixc' || key === 'ipmkauth'

/** Adds a missing scheme: people copy addresses without it. */
const asAddress = (text: string): string => (text === '' || /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`)

function ErpForm({ system, settings, onSaved, isReady }: ErpFormProps) {
  const { t } = useTranslation(['company', 'common'])
  const keys: readonly ErpKey[] = ERP_SETTINGS[system]
  const storedOf = (key: ErpKey) => settings.find(each => each.key === key)
  const [typed, setTyped] = useState<Partial<Record<ErpKey, string>>>({})
  const [fault, setFault] = useState<{ key: ErpKey; text: string } | null>(null)
  const shownOf = (key: ErpKey) => typed[key] ?? storedOf(key)?.value ?? ''
  const changed = keys.filter(key => typed[key] !== undefined && typed[key].trim() !== (storedOf(key)?.value ?? ''))
  const hasSome = keys.some(key => storedOf(key)?.value || storedOf(key)?.hasValue)

  const put = async (key: ErpKey, value: string) =>
    onSaved(await api(routes.update, { params: { key }, body: { value } }))
  const save = useMutation({
    mutationFn: async () => {
      setFault(null)
      for (const key of changed) {
        const text = shownOf(key).trim()
        try {
          await put(key, isAddress(key) ? asAddress(text) : text)
        } catch (error) {
          const code = error instanceof ApiError ? error.code : ''
          if (code !== 'ERR_OUTGOING_URL' && code !== 'ERR_VALIDATION') throw error
          setFault({ key, text: code === 'ERR_OUTGOING_URL' ? errorText(error) : t('erp.invalid') })
          return false
        }
        setTyped(({ [key]: _, ...rest }) => rest)
      }
      return true
    },
    onSuccess: isSaved => {
      test.reset()
      if (isSaved) toast.success(t('updated'))
    },
    onError: toast.error,
  })
  const test = useMutation({
    mutationFn: () => api(routes.testErp, { body: { system } }),
    onError: toast.error,
  })
  const clear = async () => {
    const yes = await confirm({
      title: t('erp.removeTitle', { name: ERP_NAMES[system] }),
      description: t('erp.removeHint'),
      confirmLabel: t('erp.remove'),
    })
    if (!yes) return
    try {
      for (const key of keys) await put(key, '')
      setTyped({})
      setFault(null)
      test.reset()
      toast.success(t('updated'))
    } catch (error) {
      toast.error(error)
    }
  }

  return (
    <Form
      aria-label={ERP_NAMES[system]}
      busy={save.isPending}
      onSubmit={() => save.mutate()}
      className="gap-3 border-line border-b px-4 py-3 last:border-0"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-medium">{ERP_NAMES[system]}</h3>
        <Badge tone={isReady ? 'success' : 'neutral'}>{t(isReady ? 'erp.ready' : 'erp.notReady')}</Badge>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        {keys.map(key => {
          const isSecret = isSecretKey(key)
          const isKept = storedOf(key)?.hasValue === true
          const control = {
            value: shownOf(key),
            maxLength: 500,
            autoComplete: 'off',
            spellCheck: false,
            onChange: (event: { target: { value: string } }) =>
              setTyped(now => ({ ...now, [key]: event.target.value })),
          }
          return (
            <Field
              key={key}
              label={t(`erp.field.${key}`)}
              hint={isKept ? t('erp.kept') : t(`erp.about.${key}`)}
              error={fault?.key === key ? fault.text : undefined}
            >
              {isSecret ? (
                <PasswordInput {...control} placeholder={isKept ? '••••••••' : undefined} />
              ) : (
                <Input {...control} inputMode={isAddress(key) ? 'url' : undefined} />
              )}
            </Field>
          )
        })}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" size="sm" variant="primary" loading={save.isPending} disabled={changed.length === 0}>
          {t('common:action.save')}
        </Button>
        <Button
          size="sm"
          loading={test.isPending}
          disabled={!isReady || changed.length > 0}
          onClick={() => test.mutate()}
        >
          {t('erp.test')}
        </Button>
        {hasSome && (
          <Button size="sm" variant="danger-ghost" onClick={() => void clear()}>
            {t('erp.remove')}
          </Button>
        )}
        <p role="status" className="min-w-0 basis-full text-sm empty:hidden">
          {test.data && !test.isPending && <Outcome ok={test.data.ok} code={test.data.error} />}
        </p>
      </div>
    </Form>
  )
}

function Outcome({ ok, code }: { ok: boolean; code: string | undefined }) {
  const { t } = useTranslation('company')
  const Icon = ok ? CircleCheck : CircleAlert
  return (
    <span className={ok ? 'text-success-ink' : 'text-danger-ink'}>
      <Icon aria-hidden size={16} className="icon mr-1.5 inline align-[-3px]" />
      {ok ? t('erp.works') : codeText(code ?? 'ERR_ERP_UNREACHABLE')}
    </span>
  )
}
