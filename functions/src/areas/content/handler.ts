import { content } from '@balcao/shared/api/index.ts'
import { areaHandler } from '../../http/area-handler.ts'
import { createChat } from './chats/create-chat.ts'
import { getChat } from './chats/get-chat.ts'
import { leaveChat } from './chats/leave-chat.ts'
import { listChatMessages } from './chats/list-chat-messages.ts'
import { listChats } from './chats/list-chats.ts'
import { readChat } from './chats/read-chat.ts'
import { removeChat } from './chats/remove-chat.ts'
import { sendChatMessage } from './chats/send-chat-message.ts'
import { updateChat } from './chats/update-chat.ts'
import { uploadChatFile } from './chats/upload-chat-file.ts'
import { createQuickMessage } from './quick-messages/create-quick-message.ts'
import { getQuickMessage } from './quick-messages/get-quick-message.ts'
import { listAllQuickMessages, listQuickMessages } from './quick-messages/list-quick-messages.ts'
import { removeQuickMessageMedia, uploadQuickMessageMedia } from './quick-messages/quick-message-media.ts'
import { removeQuickMessage } from './quick-messages/remove-quick-message.ts'
import { updateQuickMessage } from './quick-messages/update-quick-message.ts'
import { createSchedule } from './schedules/create-schedule.ts'
import { getSchedule } from './schedules/get-schedule.ts'
import { listSchedules } from './schedules/list-schedules.ts'
import { removeSchedule } from './schedules/remove-schedule.ts'
import { removeScheduleMedia, uploadScheduleMedia } from './schedules/schedule-media.ts'
import { updateSchedule } from './schedules/update-schedule.ts'

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
  schedules: {
    list: listSchedules,
    get: getSchedule,
    create: createSchedule,
    update: updateSchedule,
    remove: removeSchedule,
    uploadMedia: uploadScheduleMedia,
    removeMedia: removeScheduleMedia,
  },
  chats: {
    list: listChats,
    get: getChat,
    create: createChat,
    update: updateChat,
    remove: removeChat,
    leave: leaveChat,
    read: readChat,
    messages: listChatMessages,
    send: sendChatMessage,
    uploads: uploadChatFile,
  },
})
