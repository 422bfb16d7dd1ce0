const ID = /^[\w-]{11}$/
const HOSTS = ['youtube.com', 'www.youtube.com', 'm.youtube.com', 'music.youtube.com', 'www.youtube-nocookie.com']

/**
 * Returns YouTube's id of a video, from the id itself or any address of its pages (`watch?v=`,
 * `youtu.be/`, `embed/`, `shorts/`, `live/`). Null if there is none.
 */
export function youtubeId(text: string): string | null {
  const given = text.trim()
  if (ID.test(given)) return given
  const url = URL.parse(/^https?:\/\//i.test(given) ? given : `https://${given}`)
  if (!url) return null
  const path = url.pathname.split('/').filter(Boolean)
  const id =
    url.hostname === 'youtu.be'
      ? path[0]
      : HOSTS.includes(url.hostname)
        ? path[0] === 'watch'
          ? url.searchParams.get('v')
          : ['embed', 'shorts', 'live', 'v'].includes(path[0] ?? '')
            ? path[1]
            : undefined
        : undefined
  return id && ID.test(id) ? id : null
}
