import type { Problem } from '../errors.ts'
import { errorText, isErrorCode } from '../errors.ts'
import type { Language } from '../rules/language.ts'
import { CODE_TEXTS, isValidationCode, type Texts } from './code-texts.ts'
import { FIELD_TEXTS } from './field-texts.ts'

/** Returns the text of a problem: the field's own wording, else that of its code. */
export function problemText(problem: Problem, language: Language): string {
  const { code, field } = problem
  if (!isValidationCode(code)) return isErrorCode(code) ? errorText(code, language) : code
  const worded: Partial<Record<string, Texts>> = field === undefined ? {} : FIELD_TEXTS[field]
  return (worded[code] ?? CODE_TEXTS[code])[language].replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    String(problem[name as keyof Problem] ?? ''),
  )
}

/**
 * Returns every text in one language, with its variables: of a code as
 * `validation.too_short`, of a field's own wording as `validation.contact.name.too_short`.
 */
export const validationTexts = (language: Language): Record<string, string> =>
  Object.fromEntries(
    [
      ...Object.entries<Texts>(CODE_TEXTS),
      ...Object.entries<Partial<Record<string, Texts>>>(FIELD_TEXTS).flatMap(([field, codes]) =>
        Object.entries(codes).map(([code, texts]) => [`${field}.${code}`, texts!] as const),
      ),
    ].map(([key, texts]) => [`validation.${key}`, texts[language]]),
  )
