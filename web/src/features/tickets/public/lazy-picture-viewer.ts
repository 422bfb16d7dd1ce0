import { lazyPart } from '#/lib/lazy-part.ts'

/** The viewer of pictures, for what is no message. Its texts are those of tickets. */
export const PictureViewer = lazyPart(() =>
  import('../conversation/viewer/picture-viewer.tsx').then(file => file.PictureViewer),
)
