import { VARIANT_NUMBERS, type VariantNumber } from '@balcao/shared/entities/campaign.ts'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '#/components/ui/field.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#/components/ui/tabs.tsx'
import { Textarea } from '#/components/ui/textarea.tsx'
import { cn } from '#/lib/cn.ts'
import { writeText } from '#/lib/write-text.ts'
import type { TextPlace } from './campaign-preview.tsx'
import { USUAL } from './usual-variables.ts'

type TextKey = `${TextPlace['kind']}${VariantNumber}`

interface CampaignTextsProps {
  kind: TextPlace['kind']
  hint: string
  textOf: (key: TextKey) => string
  onChange: (key: TextKey, text: string) => void
  errorOf: (key: TextKey) => string | undefined
  /** Number of the text that is shown. */
  number: VariantNumber
  onNumber: (number: VariantNumber) => void
  /** Names of the settings' variables. */
  more: readonly string[]
  disabled: boolean
}

/** Shows five texts as tabs, and the variables that can be inserted into the one shown. */
export function CampaignTexts({
  kind,
  hint,
  textOf,
  onChange,
  errorOf,
  number,
  onNumber,
  more,
  disabled,
}: CampaignTextsProps) {
  const { t } = useTranslation('campaigns')
  const area = useRef<HTMLTextAreaElement>(null)
  const labelOf = (each: VariantNumber) =>
    t(kind === 'message' ? 'messageNumber' : 'confirmationNumber', { number: each })
  const shown: TextKey = `${kind}${number}`
  const insert = (name: string) => {
    const [text, written] = [textOf(shown), `{{${name}}}`]
    const from = area.current?.selectionStart ?? text.length
    const to = area.current?.selectionEnd ?? text.length
    writeText(area, from + written.length, () => onChange(shown, text.slice(0, from) + written + text.slice(to)))
  }
  return (
    <Tabs value={String(number)} onValueChange={value => onNumber(Number(value) as VariantNumber)}>
      <TabsList aria-label={t(kind === 'message' ? 'messages' : 'confirmations')}>
        {VARIANT_NUMBERS.map(each => {
          const error = errorOf(`${kind}${each}`)
          return (
            <TabsTrigger
              key={each}
              value={String(each)}
              className={cn('gap-1.5 px-1.5 text-sm', error && 'text-danger-ink')}
            >
              {labelOf(each)}
              {textOf(`${kind}${each}`).trim() !== '' && (
                <>
                  <span aria-hidden className="size-1.5 rounded-full bg-accent" />
                  <span className="sr-only">{t('written')}</span>
                </>
              )}
            </TabsTrigger>
          )
        })}
      </TabsList>
      <TabsContent value={String(number)} tabIndex={-1} className="pt-3">
        <Field label={labelOf(number)} hint={hint} error={errorOf(shown)}>
          <Textarea
            ref={area}
            key={shown}
            rows={5}
            disabled={disabled}
            value={textOf(shown)}
            onChange={event => onChange(shown, event.target.value)}
          />
        </Field>
        {!disabled && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset would stand among the form's own groups
          <div role="group" aria-label={t('variables')} className="mt-2 flex flex-wrap gap-1.5">
            {[...USUAL, ...more].map(name => (
              <button
                key={name}
                type="button"
                aria-label={t('insert', { name })}
                onClick={() => insert(name)}
                className="rounded-full border border-line-strong px-2 py-0.5 text-ink-2 text-xs hover:bg-hover hover:text-ink pointer-coarse:min-h-control pointer-coarse:px-3"
              >
                {`{{${name}}}`}
              </button>
            ))}
          </div>
        )}
      </TabsContent>
    </Tabs>
  )
}
