import type { Message } from '@balcao/shared/entities/message.ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { PictureViewer } from './picture-viewer.tsx'
import { useViewedMedia } from './use-viewed-media.ts'

/** Shows the pictures and videos of a conversation, one at a time, with arrows and zoom. */
export function MediaViewer({ ticketId, start, onClose }: { ticketId: string; start: Message; onClose: () => void }) {
  const { t } = useTranslation('ticketDetails')
  const { shown, place, previous, next, isSeeking, neighbours } = useViewedMedia(ticketId, start)
  const ahead = neighbours.map(message => message?.mediaUrl).join(' ')
  useEffect(() => {
    for (const url of ahead.split(' ')) if (url) new Image().src = url
  }, [ahead])
  return (
    <PictureViewer
      picture={{
        id: shown.id,
        isVideo: shown.mediaType === 'video',
        url: shown.mediaUrl,
        name: shown.media?.fileName,
        text: shown.body,
        createdAt: shown.createdAt,
        from: (shown.fromMe ? shown.user : shown.contact)?.name,
      }}
      place={place ? t(place.isOpen ? 'viewer.placeOpen' : 'viewer.place', { at: place.at, of: place.of }) : ''}
      isSeeking={isSeeking}
      onPrevious={previous}
      onNext={next}
      onClose={onClose}
    />
  )
}
