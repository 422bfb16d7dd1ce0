import { formatDay } from '#/lib/format.ts'

/**
 * Shows the day of the messages below it. It stays at the top while they scroll by, as a strip of
 * its own across the whole log, so that it never lies on words or controls.
 */
export function DayHeader({ date }: { date: string }) {
  return (
    <h3 className="sticky top-0 z-10 mx-0.5 bg-bg py-1 text-center font-medium text-ink-2 text-xs">
      {/* Noon of the day, so that no time zone moves it to another day. */}
      {formatDay(`${date}T12:00:00Z`)}
    </h3>
  )
}
