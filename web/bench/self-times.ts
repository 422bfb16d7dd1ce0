interface TraceEvent {
  name: string
  ph: string
  /** Start of the event, µs. */
  ts: number
  dur?: number
  pid: number
  tid: number
  args?: { name?: string }
}

/**
 * Returns the page's main thread by task, from a Chromium trace: ms without nested tasks, most
 * first.
 */
export function selfTimes(trace: Buffer): [task: string, ms: number][] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const tasks = traceEvents.filter(({ ph, dur }) => ph === 'X' && dur !== undefined)
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const sums = new Map<string, number>()
  const add = (name: string, us: number) => sums.set(name, (sums.get(name) ?? 0) + us / 1000)
  for (const thread of mains) {
    const open: { name: string; end: number }[] = []
    const own = tasks
      .filter(({ pid, tid }) => `${pid} ${tid}` === thread)
      .sort((a, b) => a.ts - b.ts || b.dur! - a.dur!)
    for (const { name, ts, dur } of own) {
      while (open.length > 0 && open.at(-1)!.end <= ts) open.pop()
      const around = open.at(-1)
      if (around) add(around.name, -dur!)
      add(name, dur!)
      open.push({ name, end: ts + dur! })
    }
  }
  return [...sums].sort((a, b) => b[1] - a[1])
}
