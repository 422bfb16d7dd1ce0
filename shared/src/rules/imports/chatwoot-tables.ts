/**
 * Tables of Chatwoot 3 and 4 that data is read of, with the columns that are looked at; a version
 * may lack some. Source: db/schema.rb of chatwoot/chatwoot, whose enumerations are in its models.
 */
export const CHATWOOT_TABLES = {
  accounts: ['id', 'name'],
  users: ['id', 'name', 'email'],
  account_users: ['account_id', 'user_id', 'role'],
  teams: ['id', 'name', 'account_id'],
  team_members: ['team_id', 'user_id'],
  inboxes: [
    'id',
    'account_id',
    'name',
    'channel_id',
    'channel_type',
    'greeting_enabled',
    'greeting_message',
    'working_hours_enabled',
    'out_of_office_message',
  ],
  channel_whatsapp: ['id', 'phone_number'],
  channel_twilio_sms: ['id', 'phone_number', 'medium'],
  working_hours: [
    'inbox_id',
    'day_of_week',
    'closed_all_day',
    'open_all_day',
    'open_hour',
    'open_minutes',
    'close_hour',
    'close_minutes',
  ],
  labels: ['id', 'title', 'color', 'account_id'],
  tags: ['id', 'name'],
  taggings: ['tag_id', 'taggable_type', 'taggable_id', 'context'],
  contacts: [
    'id',
    'account_id',
    'name',
    'middle_name',
    'last_name',
    'email',
    'phone_number',
    'identifier',
    'custom_attributes',
    'updated_at',
  ],
  contact_inboxes: ['id', 'contact_id', 'inbox_id', 'source_id'],
  custom_attribute_definitions: ['attribute_key', 'attribute_display_name', 'attribute_model', 'account_id'],
  notes: ['id', 'account_id', 'contact_id', 'user_id', 'content'],
  canned_responses: ['id', 'account_id', 'short_code', 'content'],
  campaigns: [
    'id',
    'account_id',
    'inbox_id',
    'title',
    'message',
    'campaign_type',
    'campaign_status',
    'scheduled_at',
    'updated_at',
  ],
  conversations: [
    'id',
    'account_id',
    'inbox_id',
    'contact_id',
    'status',
    'assignee_id',
    'team_id',
    'priority',
    'first_reply_created_at',
    'last_activity_at',
    'agent_last_seen_at',
    'updated_at',
  ],
  messages: [
    'id',
    'account_id',
    'conversation_id',
    'content',
    'message_type',
    'private',
    'status',
    'source_id',
    'content_type',
    'content_attributes',
    'additional_attributes',
    'sender_type',
    'sender_id',
  ],
  attachments: [
    'id',
    'account_id',
    'message_id',
    'file_type',
    'external_url',
    'coordinates_lat',
    'coordinates_long',
    'fallback_title',
  ],
  active_storage_attachments: ['name', 'record_type', 'record_id', 'blob_id'],
  active_storage_blobs: ['id', 'key', 'filename', 'content_type'],
  csat_survey_responses: ['id', 'account_id', 'conversation_id', 'rating'],
  reporting_events: ['name', 'account_id', 'conversation_id', 'event_end_time'],
} as const

export type ChatwootTable = keyof typeof CHATWOOT_TABLES

/**
 * Row with the columns above as texts; `at` is its `created_at`
 * (epoch ms), null if that is no time.
 */
export type ChatwootRow<T extends ChatwootTable> = { line: number; at: number | null } & Record<
  (typeof CHATWOOT_TABLES)[T][number],
  string | null
>
