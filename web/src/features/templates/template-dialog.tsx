import { templates } from '@balcao/shared/api/channels/templates.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import { type Template, TemplateName } from '@balcao/shared/entities/template.ts'
import { isFileFormat } from '@balcao/shared/rules/templates/header-files.ts'
import { isSendable } from '@balcao/shared/rules/templates/sending-components.ts'
import { TEMPLATE_LIMITS } from '@balcao/shared/rules/templates/template-problems.ts'
import { HEADER_VARIABLE } from '@balcao/shared/rules/templates/template-variables.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#/components/form-dialog.tsx'
import { Field, FormSection } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Select } from '#/components/ui/select.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { errorText } from '#/lib/error-text.ts'
import { problemText } from '#/lib/field-error.ts'
import { currentLanguage, loadErrorTexts } from '#/lib/i18n.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { ButtonsField } from './buttons-field.tsx'
import { componentsOf, type Draft, draftOf, draftProblems, emptyDraft, HEADERS, sampleNames } from './draft.ts'
import { languageName } from './public/language-name.ts'
import { TemplatePreview } from './public/template-preview.tsx'
import { SampleField } from './sample-field.tsx'
import { TextWithVariables } from './text-with-variables.tsx'
import { useRejectedReason } from './use-rejected-reason.ts'
import { useSample } from './use-sample.ts'

/** Languages offered for a new template, those of the product first. */
const LANGUAGES = ['pt_BR', 'en', 'es', 'en_US', 'en_GB', 'es_AR', 'es_ES', 'es_MX', 'pt_PT', 'de', 'fr', 'it']
const OWN = { pt: 'pt_BR', en: 'en', es: 'es' } as const

/** States in which Meta takes changes. */
const CHANGEABLE = ['APPROVED', 'REJECTED', 'PAUSED']

interface TemplateDialogProps {
  /** The template to change; null: a new one. */
  template: Template | null
  whatsappId: string
  onClose: () => void
}

/** Makes or changes a template, with the phone's bubble beside it, and submits it to Meta. */
export function TemplateDialog({ template, whatsappId, onClose }: TemplateDialogProps) {
  const { t } = useTranslation(['templates', 'common'])
  const client = useQueryClient()
  const reason = useRejectedReason({ rejectedReason: template?.rejectedReason ?? null })
  const [begin] = useState(() => (template ? draftOf(template) : emptyDraft(OWN[currentLanguage()])))
  const [draft, setDraft] = useState(begin)
  const [isTried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)
  const problems = draftProblems(draft)
  const isNameFit = template !== null || TemplateName.safeParse(draft.name).success
  const set = (changes: Partial<Draft>) => setDraft(before => ({ ...before, ...changes }))
  const { sample, choose } = useSample(whatsappId, headerHandle => set({ headerHandle }))
  const isWhole = !template || isSendable(template.components)
  const readOnly = template !== null && (!isWhole || !CHANGEABLE.includes(template.status))

  const errorOf = (field: string): string | undefined => {
    const problem = isTried ? problems.get(field) : undefined
    if (!problem) return undefined
    const { code, maximum } = problem
    return problemText({ code, ...(maximum === undefined ? {} : { maximum }) })
  }
  const counter = (text: string, most: number) => t('field.count', { used: text.length, most })

  const submit = async () => {
    await loadErrorTexts()
    setTried(true)
    if (problems.size > 0 || !isNameFit) return
    setBusy(true)
    setRefusal(null)
    try {
      const { name, language, category } = draft
      const components = componentsOf(draft)
      if (template) await api(templates.update, { params: { id: template.id }, body: { category, components } })
      else await api(templates.create, { body: { whatsappId, name, language, category, components } })
      await client.invalidateQueries({ queryKey: queryKey(templates.list) })
      toast.success(t(template ? 'saved' : 'added'))
      onClose()
    } catch (error) {
      setRefusal(error)
    } finally {
      setBusy(false)
    }
  }

  const category = template?.status === 'APPROVED' ? template.category : draft.category
  return (
    <FormDialog
      title={t(template ? 'edit' : 'add')}
      size="xl"
      dirty={sample !== null || (draft !== begin && JSON.stringify(draft) !== JSON.stringify(begin))}
      busy={busy}
      readOnly={readOnly}
      submitLabel={t('submit')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_20rem]">
        <fieldset disabled={readOnly} className="flex min-w-0 flex-col gap-4">
          {refusal !== null && <Refusal error={refusal} />}
          {reason && <p className="rounded-md bg-danger-soft p-3 text-danger-ink">{reason}</p>}
          {template && (
            <p className="text-ink-2 text-sm">
              {t(readOnly ? (isWhole ? 'note.review' : 'note.readOnly') : 'note.edit')}
              {!readOnly && template.status === 'APPROVED' && ` ${t('note.approved')}`}
              {!readOnly && isFileFormat(begin.header) && ` ${t('note.sample')}`}
            </p>
          )}
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={t('field.name')}
              hint={template ? undefined : t('field.nameHint')}
              error={
                isTried && !isNameFit ? problemText({ code: draft.name ? 'invalid_format' : 'required' }) : undefined
              }
              required
              className="sm:col-span-2"
            >
              <Input
                value={draft.name}
                disabled={template !== null}
                autoComplete="off"
                spellCheck={false}
                maxLength={TEMPLATE_LIMITS.name}
                onChange={event => set({ name: nameFrom(event.target.value) })}
              />
            </Field>
            <Field label={t('field.language')}>
              <Select
                value={draft.language}
                disabled={template !== null}
                onChange={event => set({ language: event.target.value })}
                options={[...new Set([...LANGUAGES, draft.language])].map(value => ({
                  value,
                  label: languageName(value),
                }))}
              />
            </Field>
            <Field
              label={t('field.category')}
              hint={category === 'AUTHENTICATION' ? undefined : t(`categoryHint.${category}`)}
            >
              <Select
                value={category}
                disabled={template?.status === 'APPROVED'}
                onChange={event => set({ category: event.target.value as Draft['category'] })}
                options={(['UTILITY', 'MARKETING', ...(category === 'AUTHENTICATION' ? [category] : [])] as const).map(
                  value => ({ value, label: t(`category.${value}`) }),
                )}
              />
            </Field>
          </div>
          <Field label={t('field.header')}>
            <Select
              value={draft.header}
              onChange={event => {
                set({ header: event.target.value as Draft['header'] })
                void choose(null)
              }}
              options={HEADERS.map(value => ({ value, label: t(`header.${value}`) }))}
            />
          </Field>
          {isFileFormat(draft.header) && (
            <SampleField
              key={draft.header}
              format={draft.header}
              sample={sample}
              error={errorOf('headerHandle')}
              disabled={readOnly}
              onChoose={file => void choose(file)}
            />
          )}
          {draft.header === 'TEXT' && (
            <TextWithVariables
              label={t('field.headerText')}
              value={draft.headerText}
              error={errorOf('headerText')}
              counter={counter(draft.headerText, TEMPLATE_LIMITS.header)}
              onChange={headerText => set({ headerText })}
              oneLine
            />
          )}
          <TextWithVariables
            label={t('field.body')}
            value={draft.body}
            error={errorOf('body')}
            counter={counter(draft.body, TEMPLATE_LIMITS.body)}
            onChange={body => set({ body })}
          />
          <Field
            label={t('field.footer')}
            error={errorOf('footer')}
            hint={counter(draft.footer, TEMPLATE_LIMITS.footer)}
          >
            <Input value={draft.footer} autoComplete="off" onChange={event => set({ footer: event.target.value })} />
          </Field>
          {sampleNames(draft).length > 0 && (
            <FormSection title={t('variable.samples')} hint={t('variable.samplesHint')}>
              {sampleNames(draft).map(name => (
                <Field key={name} label={t('variable.sample', { name })} error={errorOf(`samples.${name}`)} required>
                  <Input
                    value={draft.samples[name] ?? ''}
                    autoComplete="off"
                    maxLength={200}
                    onChange={event => set({ samples: { ...draft.samples, [name]: event.target.value } })}
                  />
                </Field>
              ))}
            </FormSection>
          )}
          <ButtonsField buttons={draft.buttons} errorOf={errorOf} onChange={buttons => set({ buttons })} />
        </fieldset>
        <div className="md:sticky md:top-0 md:self-start">
          <p className="mb-2 text-ink-2 text-sm">{t('preview.title')}</p>
          <TemplatePreview
            components={componentsOf(draft)}
            values={{ ...shownSamples(draft), ...(sample ? { [HEADER_VARIABLE]: sample.file.name } : {}) }}
            file={sample?.file ?? null}
          />
        </div>
      </div>
    </FormDialog>
  )
}

/** Returns what was typed as a name may be: small letters, digits and `_`. */
const nameFrom = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')

/** Returns the samples that are there; the others show as their names. */
const shownSamples = ({ samples }: Draft): Record<string, string> =>
  Object.fromEntries(Object.entries(samples).filter(([, sample]) => sample.trim() !== ''))

/** Shows why the template was not submitted, in Meta's words where it has some. */
function Refusal({ error }: { error: unknown }) {
  const { t } = useTranslation('templates')
  const reason = error instanceof ApiError && typeof error.body.reason === 'string' ? error.body.reason : null
  return (
    <div role="alert" className="rounded-md bg-danger-soft p-3 text-danger-ink">
      <p className="font-medium">{t('failed')}</p>
      <p>{errorText(error)}</p>
      {reason && <p className="wrap-anywhere">{reason}</p>}
    </div>
  )
}
