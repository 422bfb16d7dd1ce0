/** Reads hours of Whaticket's family, which has had three forms of them. */
import { WEEKDAYS, type WeekdaySchedule } from '../../entities/working-hours.ts'
import { cutText } from '../cut-text.ts'
import { WEEKDAY_NAMES } from './imported-hours.ts'
import { type ChangeNote, fieldIn, jsonOf, textIn } from './values.ts'

const TIME = /^([01]\d|2[0-3]):[0-5]\d/
const END = /^(([01]\d|2[0-3]):[0-5]\d|24:00)/

/** Returns a time of day as `HH:mm`; empty if it is none. */
export const timeIn = (text: string | null | undefined, form = TIME): string =>
  text && form.test(text) ? text.slice(0, 5) : ''

/** Span of hours of a day; an end before its start is on the next day. */
type Span = [start: string, end: string]

/**
 * Reads hours of the week: older versions have `startTime` and `endTime`, newer two spans a day (A
 * and B), Ticketz since 2026 rules for days with any number of spans. They are one here, from the
 * first to the last, as a queue has one span a day.
 */
export function schedulesIn(text: string | null, changes: ChangeNote[]): WeekdaySchedule[] {
  const given = jsonOf(text)
  const rules = fieldIn(given, 'weeklyRules')
  const spansOf = Array.isArray(rules) ? spansByRules(rules) : Array.isArray(given) ? spansByDay(given) : undefined
  if (!spansOf) {
    const isBroken = given === null && !/^(null|""|)$/.test((text ?? '').trim())
    if (isBroken) changes.push({ reason: 'hoursLeft', detail: cutText(text!, 40) })
    return []
  }
  const found = WEEKDAYS.map((weekdayEn, i): WeekdaySchedule => {
    const weekday = WEEKDAY_NAMES[i]!
    const spans = spansOf(weekdayEn).sort()
    if (spans.length > 1) changes.push({ reason: 'hoursLeft', detail: weekday })
    return { weekday, weekdayEn, startTime: spans[0]?.[0] ?? '00:00', endTime: spans.at(-1)?.[1] ?? '00:00' }
  })
  const days = exceptionsIn(fieldIn(given, 'overrides'))
  if (days) changes.push({ reason: 'hoursLeft', detail: days })
  return found.some(({ startTime, endTime }) => startTime !== endTime) ? found : []
}

const spansByDay =
  (days: unknown[]) =>
  (weekdayEn: string): Span[] => {
    const day = days.find(one => textIn(one, 'weekdayEn')?.toLowerCase() === weekdayEn)
    const at = (name: string) => ['', 'A', 'B'].map(letter => textIn(day, `${name}${letter}`))
    const [starts, ends] = [at('startTime'), at('endTime')]
    const spans = starts.flatMap((start, i) => spanOf(start, ends[i]))
    // Some fill the start of the first span and the end of the last one.
    return spans.length > 0
      ? spans
      : spanOf(
          starts.find(time => timeIn(time)),
          ends.findLast(time => timeIn(time, END)),
        )
  }

/** Days of a rule are named by three letters. */
const spansByRules =
  (rules: unknown[]) =>
  (weekdayEn: string): Span[] =>
    rules.flatMap(rule => {
      const [days, hours] = [fieldIn(rule, 'days'), fieldIn(rule, 'hours')]
      if (!Array.isArray(days) || !Array.isArray(hours) || !days.includes(weekdayEn.slice(0, 3))) return []
      return hours.flatMap(span => spanOf(textIn(span, 'from'), textIn(span, 'to')))
    })

function spanOf(from: string | undefined, to: string | undefined): Span[] {
  const [start, end] = [timeIn(from), timeIn(to, END)]
  return start && end && start !== end ? [[start, end]] : []
}

/** Returns the days with hours of their own, of which a queue has none here; empty if there are none. */
function exceptionsIn(overrides: unknown): string {
  const days = (Array.isArray(overrides) ? overrides : []).map(one => {
    const name = textIn(one, 'label')
    return name ? `${textIn(one, 'date') ?? '?'} ${name}` : (textIn(one, 'date') ?? '?')
  })
  return cutText(days.join(', '), 300)
}
