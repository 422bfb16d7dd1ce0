import { type ReactNode, useContext } from 'react'
import { cn } from '#/lib/cn.ts'
import { formatNumber } from '#/lib/format.ts'
import { ScreenHelp } from './screen-help.ts'

interface ScreenHeaderProps {
  title: string
  /** Number of rows of a list, and whether there are more than those counted. */
  count?: number | undefined
  more?: boolean
  /** A short status beside the title. */
  meta?: ReactNode
  /** The one primary action of the screen, top right. */
  action?: ReactNode
  /** Search and filters, on their own line. */
  children?: ReactNode
}

/** Length from which a title is cut after two lines on a phone: it contains a name. */
const CUT_FROM = 50

export function ScreenHeader({ title, count, more = false, meta, action, children }: ScreenHeaderProps) {
  const Help = useContext(ScreenHelp)
  const flows = Help !== null && title.length < CUT_FROM
  return (
    <header className="shrink-0">
      <div className="flex min-h-control items-center gap-3">
        {/* On a phone a count without room beside the title moves below it; on a wide screen the
            title keeps its room. The "?" lies on the title's padding there, which no line break
            parts from its last word. */}
        <div className={cn('flex min-w-0 items-baseline gap-x-3 max-sm:flex-wrap', flows && 'max-sm:block')}>
          <h1
            title={title}
            className={cn(
              'min-w-0 font-semibold text-lg leading-6 sm:truncate',
              flows ? 'wrap-anywhere max-sm:inline max-sm:pr-9' : 'max-sm:line-clamp-2',
            )}
          >
            {title}
          </h1>
          {Help && (
            <span
              className={cn(
                'contents',
                flows &&
                  'max-sm:relative max-sm:-top-1 max-sm:mr-2 max-sm:-ml-9 max-sm:inline-flex max-sm:w-9 max-sm:justify-center max-sm:align-middle',
              )}
            >
              <Help />
            </span>
          )}
          {count !== undefined && count > 0 && (
            <span className="tabular shrink-0 text-ink-2 text-sm">
              {formatNumber(count)}
              {more && '+'}
            </span>
          )}
          {meta !== undefined && (
            <span className="tabular min-w-0 shrink-[999] truncate text-ink-2 text-sm">{meta}</span>
          )}
        </div>
        <div className="ml-auto flex shrink-0 items-center gap-2">{action}</div>
      </div>
      {children && <div className="mt-3 flex flex-wrap items-center gap-2">{children}</div>}
    </header>
  )
}

/**
 * Shows a screen's frame: its header stays, its content scrolls. A list fills the width; `narrow`
 * bounds the lines of forms and settings. Title and actions stand in the same place in both.
 */
export function Screen({ header, children, narrow }: { header: ReactNode; children: ReactNode; narrow?: boolean }) {
  return (
    <div className="flex h-full flex-col">
      <div className="px-4 pt-4 pb-3 md:px-6">{header}</div>
      <div
        className={cn(
          'flex min-h-0 flex-1 flex-col overflow-y-auto px-4 pb-6 md:px-6',
          narrow && '[&>*]:w-full [&>*]:max-w-4xl',
        )}
      >
        {children}
      </div>
    </div>
  )
}
