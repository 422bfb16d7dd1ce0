import type { ListFormat } from '@balcao/shared/api-contract/list-export.ts'

/** Formats of a list's file, the one for people first. */
export const FILE_FORMATS = ['xlsx', 'csv'] as const satisfies readonly ListFormat[]
