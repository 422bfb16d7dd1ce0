import { AppError } from '@balcao/shared/errors.ts'

/**
 * Refuses half a surrogate pair anywhere in what a call brings, names of fields included: neither table nor queue can hold
 * it. Every call passes here, so that no endpoint has to think of it. Without recursion: a body may be deeply nested.
 * Throws ERR_VALIDATION with the path.
 */
export function requireWellFormed(given: unknown): void {
  const waiting: { value: unknown; path: string }[] = [{ value: given, path: '' }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, path } = next
    if (typeof value === 'string') {
      if (!value.isWellFormed()) throw illFormed(path)
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, child] of Object.entries(value)) {
        if (!name.isWellFormed()) throw illFormed(path)
        // The last name is enough of a path.
        if (typeof child === 'string' || typeof child === 'object') waiting.push({ value: child, path: name })
      }
    }
  }
}

const illFormed = (path: string): AppError =>
  new AppError('ERR_VALIDATION', { details: [{ path, message: 'not well-formed Unicode' }] })
