import { placeholdersIn } from '@balcao/shared/rules/templates/placeholders.ts'
import { useRef } from 'react'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Textarea } from '#/components/ui/textarea.tsx'
import { writeText } from '#/lib/write-text.ts'
import { VariableMenu } from './variable-menu.tsx'

interface TextWithVariablesProps {
  label: string
  value: string
  error: string | undefined
  counter: string
  onChange: (value: string) => void
  oneLine?: boolean
}

/** Shows a text of a template; a variable is inserted where the cursor stands. */
export function TextWithVariables({ label, value, error, counter, onChange, oneLine }: TextWithVariablesProps) {
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const insert = (name: string) => {
    const { selectionStart, selectionEnd } = field.current ?? {}
    const from = selectionStart ?? value.length
    const written = `{{${name}}}`
    writeText(field, from + written.length, () =>
      onChange(value.slice(0, from) + written + value.slice(selectionEnd ?? from)),
    )
  }
  const own = ownName(placeholdersIn(value))
  return (
    <div>
      <Field label={label} error={error} hint={counter} required>
        {oneLine ? (
          <Input ref={field} value={value} autoComplete="off" onChange={event => onChange(event.target.value)} />
        ) : (
          <Textarea ref={field} rows={5} value={value} onChange={event => onChange(event.target.value)} />
        )}
      </Field>
      <div className="mt-1 -ml-2.5">
        <VariableMenu own={own} onInsert={insert} />
      </div>
    </div>
  )
}

/** Returns a name that no variable has yet. */
function ownName(taken: readonly string[]): string {
  let i = 1
  while (taken.includes(`variavel_${i}`)) i += 1
  return `variavel_${i}`
}
