import { settings } from '@balcao/shared/api/company/settings.ts'
import type { Setting } from '@balcao/shared/entities/setting.ts'
import {
  readTemplateChoice,
  type TemplateChoice,
  writeTemplateChoice,
} from '@balcao/shared/rules/templates/template-choice.ts'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { LazyStandInTemplate } from '#/features/templates/public/lazy-stand-in-template.ts'
import { errorText } from '#/lib/error-text.ts'
import { loadErrorTexts } from '#/lib/i18n.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'

interface BirthdayTemplateProps {
  /** Value of the setting. */
  value: string
  onSaved: (setting: Setting) => void
}

/** Returns the choice of the setting's value, also if it is none. */
const choiceOf = (value: string): TemplateChoice =>
  readTemplateChoice(value) ?? { templateId: null, templateVariables: {} }

/**
 * Edits the template that stands in for the birthday's text, where the default number needs one.
 */
export function BirthdayTemplate({ value, onSaved }: BirthdayTemplateProps) {
  const { t } = useTranslation(['company', 'common'])
  const [choice, setChoice] = useState(() => choiceOf(value))
  // The choice was saved elsewhere.
  useEffect(() => setChoice(choiceOf(value)), [value])
  const [isTried, setTried] = useState(false)
  const save = useMutation({
    onMutate: () => setTried(true),
    mutationFn: () =>
      api(settings.update, { params: { key: 'birthdayTemplate' }, body: { value: writeTemplateChoice(choice) } }),
    onSuccess: setting => {
      setTried(false)
      onSaved(setting)
      toast.success(t('updated'))
    },
    onError: () => loadErrorTexts(),
  })
  const discard = () => {
    save.reset()
    setTried(false)
    setChoice(choiceOf(value))
  }
  return (
    <div className="border-line border-b px-4 py-3 empty:hidden last:border-0">
      <Suspense fallback={<Skeleton className="h-16" />}>
        <LazyStandInTemplate
          {...choice}
          onChange={next => {
            save.reset()
            setChoice(next)
          }}
          error={save.isError ? errorText(save.error) : undefined}
          isTried={isTried}
        />
      </Suspense>
      {writeTemplateChoice(choice) !== value && (
        <div className="mt-2 flex justify-end gap-2">
          <Button size="sm" variant="ghost" disabled={save.isPending} onClick={discard}>
            {t('common:action.discard')}
          </Button>
          <Button size="sm" variant="primary" loading={save.isPending} onClick={() => save.mutate()}>
            {t('common:action.save')}
          </Button>
        </div>
      )}
    </div>
  )
}
