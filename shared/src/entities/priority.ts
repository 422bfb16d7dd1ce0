import { z } from 'zod'

/** Priorities of a ticket, the lowest first. */
export const PRIORITIES = ['none', 'low', 'medium', 'high', 'urgent'] as const
export const Priority = z.enum(PRIORITIES)
export type Priority = z.infer<typeof Priority>
