import { signatureLines } from '@balcao/shared/rules/signature.ts'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { TextPreview } from '#/components/text-preview.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Textarea } from '#/components/ui/textarea.tsx'
import { VariablesHint } from '#/components/variables-hint.tsx'
import { useSetting } from '#/lib/settings.ts'

interface SignatureFieldProps {
  /** Sentence that says whose messages it signs. */
  hint: string
  error: string | undefined
  field: UseFormRegisterReturn
  text: string
  queueName: string | undefined
  userName: string | undefined
}

/**
 * Edits a signature, with its variables and a message that has it; says so while nothing is signed.
 */
export function SignatureField({ hint, error, field, text, queueName, userName }: SignatureFieldProps) {
  const { t } = useTranslation('team')
  const isOff = useSetting('signMessages') === 'off'
  const lines = signatureLines(text)
  return (
    <div>
      <Field
        label={t('signature.label')}
        hint={
          <>
            {hint} {isOff && `${t('signature.off')} `}
            <VariablesHint />
          </>
        }
        error={error}
      >
        <Textarea rows={1} {...field} />
      </Field>
      {lines !== null && (
        <TextPreview text={`${lines}\n${t('signature.sample')}`} queueName={queueName} userName={userName} />
      )}
    </div>
  )
}
