import { currentLanguage, languageTags } from './i18n.ts'

/** Word that sets standard time apart from daylight saving time, which few zones still have. */
const STANDARD = / (?:padrão|estándar)\b|\bstandard /i

/** Returns the name of a time zone as people say it ("Horário de Brasília"); unknown, its id. */
export function zoneName(zone: string): string {
  return partOf(zone, 'longGeneric')?.replace(STANDARD, '') ?? zone.replaceAll('_', ' ')
}

/** Returns how far a zone is from UTC now ("GMT-3"); empty if it is unknown. */
export const zoneOffset = (zone: string): string => partOf(zone, 'shortOffset') ?? ''

function partOf(zone: string, timeZoneName: 'longGeneric' | 'shortOffset'): string | undefined {
  try {
    return new Intl.DateTimeFormat(languageTags[currentLanguage()], { timeZone: zone, timeZoneName })
      .formatToParts(new Date())
      .find(({ type }) => type === 'timeZoneName')?.value
  } catch {
    // The browser does not know the zone.
    return undefined
  }
}
