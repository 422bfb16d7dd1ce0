import { loadTexts } from './i18n.ts'

/** Name of a file of texts. */
export type TextFile = Parameters<typeof loadTexts>[number]

/** Fetches a part of the interface and, at the same time, the texts it needs. */
export async function fetchWithTexts<T>(fetch: () => Promise<T>, texts: readonly TextFile[]): Promise<T> {
  const [part] = await Promise.all([fetch(), texts.length > 0 && loadTexts(...texts)])
  return part
}
