import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'

/** Kinds of documents by their source. A file of plain text is a text. */
export const KNOWLEDGE_KINDS = ['text', 'pdf', 'docx', 'sheet', 'page'] as const
export type KnowledgeKind = (typeof KNOWLEDGE_KINDS)[number]

export const KNOWLEDGE_STATUSES = ['reading', 'ready', 'failed'] as const
export type KnowledgeStatus = (typeof KNOWLEDGE_STATUSES)[number]

/** Document of the company's knowledge: its passages are what agents and the copilot may quote. */
export const Knowledge = z.object({
  id: Id,
  name: z.string(),
  kind: z.enum(KNOWLEDGE_KINDS),
  status: z.enum(KNOWLEDGE_STATUSES),
  /**
   * Code of the error catalogue: why it could not be read, or, of a ready one, why its passages are
   * found by their words alone.
   */
  error: z.string().nullable(),
  passages: z.number().int(),
  /** Bytes of the text or the file. */
  bytes: z.number().int(),
  /** Address of a page. */
  url: z.string().nullable(),
  /** True if its passages are found by their meaning, too. */
  embedded: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Knowledge = z.infer<typeof Knowledge>

/** Passage that was found for a question. */
export const FoundPassage = z.object({
  text: z.string(),
  /** Headings above it, outermost first; empty without any. */
  heading: z.string(),
  documentId: Id,
  /** Name of its document. */
  name: z.string(),
  /** Similarity from 0 to 1. */
  score: z.number(),
})
export type FoundPassage = z.infer<typeof FoundPassage>

/** Question that an agent or a user asked the knowledge. Kept for 90 days. */
export const KnowledgeQuestion = z.object({
  id: Id,
  question: z.string(),
  /** Agent that asked, or user. */
  askedBy: z.object({ kind: z.enum(['prompt', 'user']), id: Id, name: z.string() }),
  /** Ticket in which it was asked. */
  ticketId: Id.nullable(),
  /** Documents whose passages were found, best first; none if nothing was found. */
  found: z.array(z.object({ documentId: Id, name: z.string(), heading: z.string(), score: z.number() })),
  createdAt: Instant,
})
export type KnowledgeQuestion = z.infer<typeof KnowledgeQuestion>

/** Question that was never answered by the knowledge, with all its spellings. */
export const KnowledgeGap = z.object({
  /** Made of the question's words; the same while its words are. */
  id: z.string(),
  /** As it was asked last. */
  question: z.string(),
  times: z.number().int(),
  lastAskedAt: Instant,
})
export type KnowledgeGap = z.infer<typeof KnowledgeGap>
