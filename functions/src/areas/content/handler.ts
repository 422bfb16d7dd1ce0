import { content } from '@balcao/shared/api/index.ts'
import { FILE_LISTS } from '../../data/content/file-list.ts'
import { areaHandler } from '../../http/area-handler.ts'
import { rowOperations } from '../small-list.ts'
import {
  prepareAnnouncementPicture,
  removeAnnouncementMedia,
  uploadAnnouncementMedia,
} from './announcements/announcement-picture.ts'
import { createAnnouncement } from './announcements/create-announcement.ts'
import { getAnnouncement } from './announcements/get-announcement.ts'
import { listAnnouncements } from './announcements/list-announcements.ts'
import { removeAnnouncement } from './announcements/remove-announcement.ts'
import { updateAnnouncement } from './announcements/update-announcement.ts'
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
import { createFileList } from './files/create-file-list.ts'
import { prepareComingFile, prepareFile } from './files/prepare-file.ts'
import { removeFileList } from './files/remove-file-list.ts'
import { shownFileList } from './files/show-file-list.ts'
import { updateFileList } from './files/update-file-list.ts'
import { uploadList } from './files/upload-list.ts'
import { createHelp } from './helps/create-help.ts'
import { readHelps } from './helps/read-helps.ts'
import { removeHelp } from './helps/remove-help.ts'
import { updateHelp } from './helps/update-help.ts'
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
  announcements: {
    list: listAnnouncements,
    get: getAnnouncement,
    create: createAnnouncement,
    update: updateAnnouncement,
    remove: removeAnnouncement,
    uploadMedia: uploadAnnouncementMedia,
    removeMedia: removeAnnouncementMedia,
    uploads: prepareAnnouncementPicture,
  },
  files: {
    ...rowOperations(FILE_LISTS, 'files', shownFileList),
    create: createFileList,
    update: updateFileList,
    remove: removeFileList,
    uploadList,
    uploads: prepareFile,
    prepare: prepareComingFile,
  },
  helps: { ...readHelps, create: createHelp, update: updateHelp, remove: removeHelp },
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
