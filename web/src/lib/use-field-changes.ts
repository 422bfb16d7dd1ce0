import type { FieldChange } from '@balcao/shared/entities/field-change.ts'
import { useTranslation } from 'react-i18next'
import { isolate } from './isolate.ts'

const FIELDS = ['name', 'number', 'email', 'extraInfo', 'customer', 'blocked', 'merge'] as const
type Field = (typeof FIELDS)[number]

const isField = (field: string): field is Field => (FIELDS as readonly string[]).includes(field)

/**
 * Returns a function that writes changed fields of a contact as one line: `número 5511… → 5521…,
 * nome Ana → Bia`.
 */
export function useFieldChanges() {
  const { t } = useTranslation('common')
  const shown = (value: string | null) => (value ? isolate(value) : t('contactField.empty'))
  return (changes: readonly FieldChange[] = []): string =>
    changes
      .map(({ field, before, after }) => {
        if (field === 'blocked') return t(after ? 'contactField.blocked' : 'contactField.unblocked')
        if (field === 'merge')
          return after
            ? `${shown(before)} ${t('contactField.merge')} ${shown(after)}`
            : `${t('contactField.unmerge')} ${shown(before)}`
        const name = isField(field) ? t(`contactField.${field}`) : field
        // Its values are lists, too long for a line.
        return field === 'extraInfo' ? name : `${name} ${shown(before)} → ${shown(after)}`
      })
      .join(', ')
}
