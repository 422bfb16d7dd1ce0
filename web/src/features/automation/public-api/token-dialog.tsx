import { apiTokens } from '@balcao/shared/api/company/api-tokens.ts'
import { API_SCOPES, type ApiScope } from '@balcao/shared/entities/api-token.ts'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { RowDialog } from '#/components/row-dialog.tsx'
import { SwitchField } from '#/components/switch-field.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Checkbox } from '#/components/ui/checkbox.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Select } from '#/components/ui/select.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { api } from '#/lib/session.ts'

const DAY_MS = 86_400_000
/** Days that a new token may be given; 0 for one that does not expire. */
const LIFETIMES = [30, 90, 365, 0] as const
const after = (days: number): string | null => (days === 0 ? null : new Date(Date.now() + days * DAY_MS).toISOString())

const RESOURCES = [...new Set(API_SCOPES.map(scope => scope.split(':')[0]!))] as Resource[]
type Resource = ApiScope extends `${infer Name}:${string}` ? Name : never

interface TokenDialogProps {
  /** Called with the new token. */
  onMade: (token: string) => void
  onClose: () => void
}

/** Makes a token of the public API. */
export function TokenDialog({ onMade, onClose }: TokenDialogProps) {
  const { t } = useTranslation('publicApi')
  const form = useForm({
    resolver: formResolver(apiTokens.create.body),
    defaultValues: { name: '', scopes: [] as ApiScope[], expiresAt: after(90), sandbox: false },
  })
  const { errors } = form.formState
  return (
    <RowDialog
      form={form}
      title={t('dialog.title')}
      save={async body => {
        const { token, ...made } = await api(apiTokens.create, { body })
        onMade(token)
        return made
      }}
      list={apiTokens.list}
      rowsKey="apiTokens"
      saved={t('dialog.made')}
      submitLabel={t('dialog.make')}
      fieldOf={{ ERR_API_TOKEN_EXPIRY: 'expiresAt' }}
      onClose={onClose}
    >
      <Field label={t('dialog.name')} hint={t('dialog.nameHint')} error={fieldError(errors.name)} required>
        <Input autoComplete="off" {...form.register('name')} />
      </Field>
      <Controller
        control={form.control}
        name="expiresAt"
        render={({ field }) => (
          <Field label={t('dialog.expires')} error={fieldError(errors.expiresAt)}>
            <Select
              defaultValue="90"
              options={LIFETIMES.map(days => ({
                value: String(days),
                label: days === 0 ? t('dialog.never') : t('dialog.days', { count: days }),
              }))}
              onChange={event => field.onChange(after(Number(event.target.value)))}
            />
          </Field>
        )}
      />
      <Controller
        control={form.control}
        name="scopes"
        render={({ field }) => (
          <fieldset>
            <legend className="mb-2 font-medium">{t('dialog.scopes')}</legend>
            <div className="mb-3 flex flex-wrap gap-2">
              <Button size="sm" onClick={() => field.onChange(API_SCOPES.filter(scope => scope.endsWith(':read')))}>
                {t('dialog.onlyRead')}
              </Button>
              <Button size="sm" onClick={() => field.onChange([...API_SCOPES])}>
                {t('dialog.everything')}
              </Button>
              <Button size="sm" variant="ghost" onClick={() => field.onChange([])}>
                {t('dialog.nothing')}
              </Button>
            </div>
            <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
              {RESOURCES.map(resource => (
                <li key={resource} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
                  <span className="min-w-40 flex-1">{t(`scopes.${resource}`)}</span>
                  {API_SCOPES.filter(scope => scope.startsWith(`${resource}:`)).map(scope => (
                    <ScopeChoice
                      key={scope}
                      scope={scope}
                      checked={field.value.includes(scope)}
                      onChange={on =>
                        field.onChange(on ? [...field.value, scope] : field.value.filter(each => each !== scope))
                      }
                    />
                  ))}
                </li>
              ))}
            </ul>
            {errors.scopes && (
              <p role="alert" className="mt-2 text-danger-ink text-sm">
                {t('dialog.scopesMissing')}
              </p>
            )}
          </fieldset>
        )}
      />
      <SwitchField control={form.control} name="sandbox" label={t('dialog.sandbox')} hint={t('dialog.sandboxHint')} />
    </RowDialog>
  )
}

interface ScopeChoiceProps {
  scope: ApiScope
  checked: boolean
  onChange: (checked: boolean) => void
}

function ScopeChoice({ scope, checked, onChange }: ScopeChoiceProps) {
  const { t } = useTranslation('publicApi')
  const [resource, verb] = scope.split(':') as [Resource, 'read' | 'write']
  const id = `scope-${scope}`
  return (
    <span className="flex w-24 items-center gap-2 touch:min-h-11">
      <Checkbox
        id={id}
        aria-label={`${t(`scopes.${resource}`)}: ${t(`dialog.${verb}`)}`}
        checked={checked}
        onCheckedChange={value => onChange(value === true)}
      />
      <label htmlFor={id}>{t(`dialog.${verb}`)}</label>
    </span>
  )
}
