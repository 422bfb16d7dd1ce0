import type { Language } from '@balcao/shared/rules/language.ts'

/** Words of a yes or a no in the files that jobs make. */
export const YES: Record<Language, string> = { pt: 'sim', en: 'yes', es: 'sí' }
export const NO: Record<Language, string> = { pt: 'não', en: 'no', es: 'no' }
