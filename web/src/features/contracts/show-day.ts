/** Formats a calendar day `yyyy-mm-dd` as dd/MM/yyyy; a dash where there is none. */
export const showDay = (day: string): string => (day ? day.split('-').reverse().join('/') : '–')
