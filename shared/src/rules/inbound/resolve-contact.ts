import { MINUTE, type PipelineAction, type PipelineStep } from './pipeline.ts'

/** Time after which a profile picture is requested again. */
export const PICTURE_LIFETIME = 24 * 60 * MINUTE

/** Loads or creates the contact, and requests their picture once a day. */
export const resolveContact: PipelineStep = ({ state, message }) => {
  const actions: PipelineAction[] = [{ type: 'contact' }]
  const checkedAt = state.contact?.pictureCheckedAt ?? null
  if (!message.group && (checkedAt === null || state.now - checkedAt >= PICTURE_LIFETIME))
    actions.push({ type: 'refreshPicture' })
  return { actions }
}
