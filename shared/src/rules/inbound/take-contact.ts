import { MINUTE, type PipelineAction, type Step } from './turn.ts'

/** A profile picture is asked for again after this time. */
export const PICTURE_LIFETIME = 24 * 60 * MINUTE

/** The contact, and once a day their picture. */
export const takeContact: Step = ({ state, message }) => {
  const actions: PipelineAction[] = [{ type: 'contact' }]
  const checkedAt = state.contact?.pictureCheckedAt ?? null
  if (!message.group && (checkedAt === null || state.now - checkedAt >= PICTURE_LIFETIME))
    actions.push({ type: 'refreshPicture' })
  return { actions }
}
