/** How a picture lies in its frame: how much larger than fitted, and how far its middle is from the frame's, in pixels. */
export interface View {
  scale: number
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

export const FITTED: View = { scale: 1, x: 0, y: 0 }
export const LARGEST = 6

/** Keeps the picture in the frame: as far as it is larger it can be moved to each of its edges, otherwise it stays centred. */
export function within({ scale, x, y }: View, picture: Size, frame: Size): View {
  const room = (size: number, space: number) => Math.max(0, (size * scale - space) / 2)
  const clamp = (value: number, most: number) => Math.min(most, Math.max(-most, value)) || 0
  return {
    scale,
    x: clamp(x, room(picture.width, frame.width)),
    y: clamp(y, room(picture.height, frame.height)),
  }
}

/** Enlarges around a point, given from the frame's middle: what is under it stays under it. */
export function zoomed(view: View, factor: number, point: { x: number; y: number }): View {
  const scale = Math.min(LARGEST, Math.max(1, view.scale * factor))
  const grown = scale / view.scale
  return { scale, x: point.x - (point.x - view.x) * grown, y: point.y - (point.y - view.y) * grown }
}
