import { inject } from 'vitest'

export type Login = { email: string; password: string; profile: 'admin' | 'user' }

/**
 * Returns a function that calls the product's API, anonymously or with a token, and returns the
 * parsed response.
 * @throws Error with the response's text if the status is not a success
 */
export const caller =
  (token?: string) =>
  async <T extends object = { id: string }>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${inject('product').url}/api${path}`, {
      method,
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: body ? JSON.stringify(body) : null,
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`)
    return (text ? JSON.parse(text) : undefined) as T
  }

/** Calls of the API as somebody, or as nobody. */
export type Call = ReturnType<typeof caller>

/**
 * Returns every page of a list, in order.
 * @param path with its query, to which cursors are added
 * @param key name of the rows in a page
 */
export async function pagesOf<T>(call: Call, path: string, key: string): Promise<T[][]> {
  const pages: T[][] = []
  let cursor: string | null = null
  do {
    const from: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
    const page: Record<string, unknown> = await call('GET', `${path}${from}`)
    pages.push(page[key] as T[])
    cursor = page.nextCursor as string | null
  } while (cursor)
  return pages
}

/** Calls the API as a user before their browser signs in, since a user has one session. */
export async function signedIn({ email, password }: Login) {
  const login = { email, password }
  const { token, user } = await caller()<{ token: string; user: { id: string } }>('POST', '/auth/login', login)
  return { call: caller(token), userId: user.id }
}
