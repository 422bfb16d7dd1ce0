const NAME = /<meta name="build" content="([^"]+)"/

/** Returns the build of this page; in development a constant placeholder. */
export const ownBuild = () => document.querySelector<HTMLMetaElement>('meta[name=build]')?.content

/**
 * Returns the build the server has now. Rejects without a network, or when the answer is not a page
 * of this product.
 */
export async function serversBuild(): Promise<string> {
  const answer = await fetch('/index.html', { cache: 'no-store' })
  const found = answer.ok && NAME.exec(await answer.text())?.[1]
  if (!found) throw new Error(`no page: ${answer.status}`)
  return found
}
