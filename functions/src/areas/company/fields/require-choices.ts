import type { CustomField } from '@balcao/shared/entities/custom-field.ts'
import { AppError } from '@balcao/shared/errors.ts'

/**
 * Requires that a choice field has choices, and another one none. Throws ERR_FIELD_WITHOUT_CHOICES.
 */
export function requireChoices({ type, choices }: Pick<CustomField, 'type' | 'choices'>): void {
  if (type === 'choice' && choices.length === 0) throw new AppError('ERR_FIELD_WITHOUT_CHOICES')
  if (type !== 'choice' && choices.length > 0)
    throw new AppError('ERR_VALIDATION', { details: [{ path: 'choices', code: 'too_many', maximum: 0 }] })
}
