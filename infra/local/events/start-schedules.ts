import { Cron } from 'croner'
import type { Functions } from '../lambda/create-functions.ts'
import { functionNameIn } from '../lambda/template-functions.ts'
import type { Assembly } from '../template/load-assembly.ts'
import type { Resolver } from '../template/resolver.ts'

/** A function that runs on a schedule. */
export type Schedule = { name: string; expression: string; timezone: string; function: string; input: unknown }

const UNIT_MS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }

/**
 * Returns the enabled schedules of the templates: those of EventBridge Scheduler, and rules with a
 * schedule expression.
 */
export function templateSchedules(assembly: Assembly, resolver: Resolver): Schedule[] {
  const schedules = assembly.ofType('AWS::Scheduler::Schedule').map(resource => {
    const properties = resolver.properties(resource)
    return { resource, properties, targets: [properties.Target as { Arn?: string; Input?: string }] }
  })
  const rules = assembly.ofType('AWS::Events::Rule').map(resource => {
    const properties = resolver.properties(resource)
    return { resource, properties, targets: (properties.Targets ?? []) as { Arn?: string; Input?: string }[] }
  })
  return [...schedules, ...rules]
    .filter(({ properties }) => properties.State !== 'DISABLED' && properties.ScheduleExpression !== undefined)
    .flatMap(({ resource, properties, targets }) =>
      targets.flatMap(target => {
        const name = functionNameIn(target.Arn)
        if (!name) return []
        return {
          name: String(properties.Name ?? resource.id),
          expression: String(properties.ScheduleExpression),
          timezone: String(properties.ScheduleExpressionTimezone ?? 'UTC'),
          function: name,
          input: target.Input ? JSON.parse(target.Input) : { time: null },
        }
      }),
    )
}

/**
 * Runs schedules. A rate fires at once and then at each period, so that work that became due while
 * the cloud was down is done at its start.
 * @returns a function that stops them
 * @throws for an expression it cannot read
 */
export function startSchedules(schedules: Schedule[], functions: Functions): () => void {
  const stops = schedules.map(schedule => {
    const fire = () => {
      functions.invoke(schedule.function, schedule.input).catch(error => {
        console.error(`schedule ${schedule.name}:`, error instanceof Error ? error.message : error)
      })
    }
    const rate = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(schedule.expression)
    if (rate) {
      fire()
      const timer = setInterval(fire, Number(rate[1]) * UNIT_MS[rate[2]!]!)
      return () => clearInterval(timer)
    }
    const job = cronJob(schedule, fire)
    return () => job.stop()
  })
  return () => {
    for (const stop of stops) stop()
  }
}

/**
 * Returns a job for an AWS cron expression: AWS counts days of the week from 1 = Sunday and has no
 * seconds.
 * @throws for an expression it cannot read
 */
export function cronJob(schedule: Schedule, fire?: () => void): Cron {
  const fields = /^cron\((.+)\)$/.exec(schedule.expression)?.[1]?.trim().split(/\s+/)
  if (fields?.length !== 6) throw new Error(`Schedule ${schedule.name}: cannot read ${schedule.expression}`)
  const weekdays = fields[4]!.replace(/\d+/g, day => String(Number(day) - 1))
  const pattern = ['0', ...fields.with(4, weekdays)].map(field => field.replaceAll('?', '*')).join(' ')
  return new Cron(pattern, { timezone: schedule.timezone, sloppyRanges: true }, fire)
}
