import type { Hit } from './word-index.ts'

/** Vectors of a document's passages, each of length 1, one after the other. */
export type PassageVectors = Float32Array

/**
 * Returns the passages nearest to a question by exact cosine similarity; all vectors have length 1.
 */
export function searchByMeaning(documents: readonly PassageVectors[], question: Float32Array, most: number): Hit[] {
  const size = question.length
  const best: Hit[] = []
  let least = Number.NEGATIVE_INFINITY
  for (const [document, vectors] of documents.entries())
    for (let passage = 0, at = 0; at + size <= vectors.length; passage++, at += size) {
      const score = dot(vectors, at, question)
      if (best.length === most && score <= least) continue
      const place = best.findIndex(hit => hit.score < score)
      best.splice(place === -1 ? best.length : place, 0, { document, passage, score })
      if (best.length > most) best.pop()
      least = best.at(-1)!.score
    }
  return best
}

/** Returns the scalar product, in four sums: a processor adds them at once. */
function dot(vectors: Float32Array, at: number, question: Float32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0]
  let i = 0
  for (; i + 4 <= question.length; i += 4) {
    a += vectors[at + i]! * question[i]!
    b += vectors[at + i + 1]! * question[i + 1]!
    c += vectors[at + i + 2]! * question[i + 2]!
    d += vectors[at + i + 3]! * question[i + 3]!
  }
  for (; i < question.length; i++) a += vectors[at + i]! * question[i]!
  return a + b + c + d
}
