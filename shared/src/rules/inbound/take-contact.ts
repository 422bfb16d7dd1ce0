import { MINUTE, type PipelineAction, type Step } from './turn.ts'

/** Time after which a profile picture is requested again. */
export const PICTURE_LIFETIME = 24 * 60 * MINUTE

/** Loads or creates the contact, and requests their picture once a day. */
export const takeContact: Step = ({ state, message }) => {
  const actions: PipelineAction[] = [{ type: 'contact' }]
  const checkedAt = state.contact?.pictureCheckedAt ?? null
  if (!message.group && (checkedAt === null || state.now - checkedAt >= PICTURE_LIFETIME))
    actions.push({ type: 'refreshPicture' })
  return { actions }
}
