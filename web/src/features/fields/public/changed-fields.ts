import type { FieldChanges, FieldValues } from '@balcao/shared/entities/custom-field.ts'

/** Returns those values of a form that differ from the row's. */
export const changedFields = (before: FieldValues = {}, now: FieldChanges = {}): FieldChanges =>
  Object.fromEntries(Object.entries(now).filter(([id, value]) => (value ?? null) !== (before[id] ?? null)))
