import { z } from 'zod'
import { SERVER_PROBLEMS } from '../rules/server-problems.ts'

/** Parts of an installation by whether they answer; null for those that AWS runs. */
export const ServerParts = z.object({
  table: z.boolean(),
  queues: z.boolean().nullable(),
  objects: z.boolean().nullable(),
  whatsapp: z.boolean().nullable(),
})
export type ServerParts = z.infer<typeof ServerParts>

const Bytes = z.number().int().min(0)

/** State that only a server's own process knows. */
export const ServerReport = z.object({
  version: z.string(),
  disk: z.object({ free: Bytes, total: Bytes }),
  /** Bytes of all processes, shared pages divided (PSS). */
  memory: Bytes,
  queues: z.array(
    z.object({
      name: z.string(),
      /** Number of messages that may be received now. */
      waiting: z.number().int(),
      /** Seconds for which the oldest of them has waited; 0 without one. */
      oldestSeconds: z.number().int(),
    }),
  ),
  /** Number of messages that failed for good. */
  deadLetters: z.number().int(),
  /** Last backup; null before the first one. */
  backup: z.object({ at: z.iso.datetime(), ok: z.boolean(), bytes: Bytes }).nullable(),
  storageFull: z.boolean(),
})

/**
 * State of the installation. On AWS everything that only a server knows is null: there the alarms
 * tell it.
 */
export const ServerStatus = z.object({
  version: ServerReport.shape.version,
  disk: ServerReport.shape.disk.nullable(),
  memory: ServerReport.shape.memory.nullable(),
  queues: ServerReport.shape.queues.nullable(),
  deadLetters: ServerReport.shape.deadLetters.nullable(),
  backup: ServerReport.shape.backup,
  /** WhatsApp connections of all companies: connected ones, and all others. */
  connections: z.object({ connected: z.number().int(), other: z.number().int() }),
  /** Problems, the gravest first. */
  problems: z.array(z.enum(SERVER_PROBLEMS)),
})
export type ServerStatus = z.infer<typeof ServerStatus>

/** Dead letters of one queue. */
export const DeadLetters = z.object({
  queue: z.string(),
  messages: z.number().int(),
  /** Seconds for which the oldest one lies there. */
  oldestSeconds: z.number().int(),
})
export type DeadLetters = z.infer<typeof DeadLetters>
