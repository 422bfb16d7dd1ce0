import { content } from '@balcao/shared/api/index.ts'
import { areaHandler } from '../../http/area-handler.ts'
import { createQuickMessage } from './quick-messages/create-quick-message.ts'
import { getQuickMessage } from './quick-messages/get-quick-message.ts'
import { listAllQuickMessages, listQuickMessages } from './quick-messages/list-quick-messages.ts'
import { removeQuickMessageMedia, uploadQuickMessageMedia } from './quick-messages/quick-message-media.ts'
import { removeQuickMessage } from './quick-messages/remove-quick-message.ts'
import { updateQuickMessage } from './quick-messages/update-quick-message.ts'

export const handler = areaHandler(content, {
  quickMessages: {
    list: listQuickMessages,
    listAll: listAllQuickMessages,
    get: getQuickMessage,
    create: createQuickMessage,
    update: updateQuickMessage,
    remove: removeQuickMessage,
    uploadMedia: uploadQuickMessageMedia,
    removeMedia: removeQuickMessageMedia,
  },
})
