import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { moveCommand, moveTo } from './commands.ts'
import type { Item } from './row-part.ts'
import type { StoppedStage } from './stopped-stage.ts'
import type { Tally } from './tally.ts'

/** Steps of a move in their order; each may be repeated. */
export const STEPS = [
  'rows',
  'objects',
  'compare',
  'installation',
  'leases',
  'timers',
  'queues',
  'connections',
  'renewal',
  'done',
] as const
export type Step = (typeof STEPS)[number]

/** Position in one segment of the table: before its first row, at a row's key, or at its end. */
export type Cursor = Item | 'begin' | 'end'

/**
 * State of a move, kept in the server's data directory so that it goes on after an interruption.
 */
export type Progress = {
  /** Id of the move, by which the other side knows it again. */
  origin: string
  to: 'aws' | 'server'
  stage: string
  /** Region of the stage; null where the environment names none. */
  region: string | null
  /** Epoch ms. */
  began: number
  /** Next step. */
  step: Step
  /** True if the target had no company, so that rows of its installation may be replaced. */
  isTargetFresh: boolean
  /** Times it was started. */
  runs: number
  rows: {
    cursors: Cursor[]
    /** Copied rows by kind, without those that expire within a day of the beginning. */
    tally: Tally
    /** Copied rows that expire within a day of the beginning. */
    brief: number
    /** Rows that were left out: of running processes, or expired. */
    left: number
    companies: string[]
  }
  objects: { after: string; tally: Tally }
  /** Rows of the installation, timers, messages, connections. */
  installation: number
  kept: number
  timers: number
  messages: { after: number; count: number }
  connections: number
  /** Settings of the stage before it was stopped, in a move back. */
  stopped?: StoppedStage
  /** True once the server's earlier data were set aside, in a move back. */
  isAside?: boolean
  /** Move that brought the companies to the stage, in a move back. */
  earlier?: Progress
}

/** Number of segments in which the table is read at a time. */
const SEGMENTS = 4

export function newProgress(
  given: Pick<Progress, 'origin' | 'to' | 'stage' | 'region' | 'began' | 'isTargetFresh'>,
): Progress {
  return {
    ...given,
    step: 'rows',
    runs: 0,
    rows: { cursors: Array.from({ length: SEGMENTS }, () => 'begin'), tally: {}, brief: 0, left: 0, companies: [] },
    objects: { after: '', tally: {} },
    installation: 0,
    kept: 0,
    timers: 0,
    messages: { after: 0, count: 0 },
    connections: 0,
  }
}

const fileIn = (dataDir: string): string => join(dataDir, 'move.json')

/**
 * Returns the state of the move of a data directory; undefined when none was begun.
 * @throws when the file is damaged
 */
export function readProgress(dataDir: string): Progress | undefined {
  if (!existsSync(fileIn(dataDir))) return undefined
  return JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Progress
}

/** Stores the state whole or not at all. */
export function saveProgress(dataDir: string, progress: Progress): void {
  const file = fileIn(dataDir)
  writeFileSync(`${file}.new`, JSON.stringify(progress), { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
}

/**
 * Ends a move that leaves the server free to start. Its last state stays beside it under another
 * name.
 */
export function closeProgress(dataDir: string, { origin }: Progress): void {
  renameSync(fileIn(dataDir), join(dataDir, `move-${origin}.json`))
}

/**
 * Describes the move of a data directory that a start must not pass
 * by; undefined when there is none.
 */
export function whyNotStarted(dataDir: string): string | undefined {
  const progress = readProgress(dataDir)
  if (!progress) return undefined
  const { to, stage, step, began } = progress
  const day = new Date(began).toISOString().slice(0, 16).replace('T', ' ')
  if (to === 'aws' && step === 'done')
    return (
      `The companies of this server moved to the stage ${stage} on ${day} UTC and work there. ` +
      `To bring them back: ${moveTo('server', stage)}`
    )
  return (
    `A move ${to === 'aws' ? `to the stage ${stage}` : `back from the stage ${stage}`} began on ${day} UTC and is not ` +
    `finished. To go on: ${moveTo(to, stage)}. To give it up: ${moveCommand('--cancel')}`
  )
}
