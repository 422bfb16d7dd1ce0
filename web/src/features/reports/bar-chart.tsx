import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { Behind } from './behind.tsx'

export interface Bars {
  /** Unit of the bars. */
  unit: string
  rows: readonly { label: string; value: number; behind?: Behind }[]
  /**
   * True if the bars are horizontal with names beside them; days and hours are below vertical bars.
   */
  lying?: boolean
}

const TICK = { fill: 'var(--n11)', fontSize: 12 }
const BAR_HEIGHT = 36
/** Width beyond which names are cut, px; the table has them whole. */
const NAME_WIDTH = 112
const NAME_LENGTH = 14

const cut = (name: string) => (name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 1)}…` : name)

/** Draws the bars; hidden from screen readers, which have the table beside it. */
export function BarsDrawn({ unit, rows, lying, onOpen }: Bars & { onOpen: (index: number) => void }) {
  const count = { type: 'number', allowDecimals: false, tick: TICK, tickLine: false, axisLine: false } as const
  const name = { dataKey: 'label', tick: TICK, tickLine: false, axisLine: { stroke: 'var(--n7)' } } as const
  return (
    <div aria-hidden className="w-full" style={{ height: lying ? 44 + rows.length * BAR_HEIGHT : 260 }}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          accessibilityLayer={false}
          data={rows as { label: string; value: number }[]}
          layout={lying ? 'vertical' : 'horizontal'}
          margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
        >
          <CartesianGrid stroke="var(--n6)" vertical={lying ?? false} horizontal={!lying} />
          {lying ? (
            <>
              <XAxis {...count} />
              <YAxis {...name} type="category" width={NAME_WIDTH} tickFormatter={cut} />
            </>
          ) : (
            <>
              <XAxis {...name} minTickGap={16} />
              <YAxis {...count} width={36} />
            </>
          )}
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: 'var(--n4)' }}
            contentStyle={{
              background: 'var(--raised)',
              border: '1px solid var(--n6)',
              borderRadius: 8,
              color: 'var(--n12)',
            }}
            itemStyle={{ color: 'var(--n12)' }}
          />
          <Bar
            dataKey="value"
            name={unit}
            fill="var(--accent)"
            radius={lying ? [0, 4, 4, 0] : [4, 4, 0, 0]}
            maxBarSize={lying ? 20 : 40}
            isAnimationActive={false}
            onClick={(_, index) => onOpen(index)}
            className={rows.some(({ behind }) => behind) ? 'cursor-pointer' : undefined}
          />
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}
