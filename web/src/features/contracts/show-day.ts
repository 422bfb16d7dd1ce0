import { writtenDay } from '#/lib/parse-day.ts'

/** Formats a calendar day `yyyy-mm-dd` as dd/MM/yyyy; a dash where there is none. */
export const showDay = (day: string): string => writtenDay(day) || '–'
