import { formatDay } from '#/lib/format.ts'

/** Shows the day of the messages below it; it stays in view while they scroll by. */
export function DayHeader({ date }: { date: string }) {
  return (
    <h3 className="sticky top-0 z-10 flex justify-center py-2">
      <span className="rounded-full border border-line bg-surface px-3 py-0.5 text-ink-2 text-xs">
        {/* Noon of the day, so that no time zone moves it to another day. */}
        {formatDay(`${date}T12:00:00Z`)}
      </span>
    </h3>
  )
}
