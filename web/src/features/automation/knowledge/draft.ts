/** A text that is being written: about a question that found nothing, or about anything (null). */
export type Draft = { question: string; gapId: string } | null
