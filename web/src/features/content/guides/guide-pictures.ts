const links = import.meta.glob<string>('../../../../../docs/user/pictures/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
})

const pictures = new Map(Object.entries(links).map(([path, src]) => [path.replace(/^.*\//, ''), src]))

/** Returns the address of a guide's picture and its size in px, which its name ends in. */
export function guidePicture(file: string): { src: string; width: number; height: number } | undefined {
  const src = pictures.get(file)
  const [, width, height] = /-(\d+)x(\d+)\.webp$/.exec(file) ?? []
  return src === undefined ? undefined : { src, width: Number(width), height: Number(height) }
}
