const NAME = /<meta name="build" content="([^"]+)"/

/** The build that this page is of; in development a placeholder, the same for ever. */
export const ownBuild = () => document.querySelector<HTMLMetaElement>('meta[name=build]')?.content

/** The build the server has now. Rejects without a network, or when what answers is no page of ours. */
export async function serversBuild(): Promise<string> {
  const answer = await fetch('/index.html', { cache: 'no-store' })
  const found = answer.ok && NAME.exec(await answer.text())?.[1]
  if (!found) throw new Error(`no page: ${answer.status}`)
  return found
}
