import { changeDataImport, getDataImport } from '../../../data/imports/data-import.ts'
import { ledgerPage } from '../../../data/imports/imported-row.ts'
import { REMOVAL_ORDER, removeImported } from '../../../imports/remove/remove-imported.ts'
import { publishDataImport } from '../../../messaging/publish-data-import.ts'
import type { Work } from '../run-step.ts'

const STEP_MS = 20_000
const PAGE = 50
/** Time (ms) between two checkpoints. */
const CHECKPOINT_MS = 2000

/**
 * Removes what an import wrote and nobody has used since, kind by kind, by the ledger. A row that
 * is gone is found gone by the next attempt.
 */
export const dataImportRemoval: Work<'dataImportRemoval'> = {
  async step(job, count) {
    const { companyId } = job
    let { state, done } = job
    let row = await getDataImport(companyId, state.importId)
    if (row?.state !== 'removing') return { file: null }
    const until = Date.now() + STEP_MS
    let checkedAt = Date.now()
    const saveProgress = async () => {
      await count(state.removed + state.kept - done, [], state)
      done = state.removed + state.kept
      checkedAt = Date.now()
      row = (await changeDataImport(companyId, row!, { done, pace: row!.pace ?? { at: Date.now(), done: 0 } })) ?? row
      await publishDataImport(companyId, row!)
    }
    while (row.place !== null && state.kind < REMOVAL_ORDER.length) {
      const kind = REMOVAL_ORDER[state.kind]!
      const { rows, more } = await ledgerPage(companyId, row.place, kind, state.from, PAGE)
      for (const one of rows) {
        if (one.importId === row.id) {
          const isGone = await removeImported({ companyId, importId: row.id, by: job.user, row: one })
          state = { ...state, removed: state.removed + Number(isGone), kept: state.kept + Number(!isGone) }
        }
        state = { ...state, from: one.sourceId }
        if (Date.now() - checkedAt > CHECKPOINT_MS) await saveProgress()
      }
      if (!more) state = { ...state, kind: state.kind + 1, from: null }
      if (Date.now() > until) return { next: state, done: state.removed + state.kept }
    }
    const removed = await changeDataImport(companyId, row, {
      state: 'removed',
      done: state.removed,
      total: state.removed + state.kept,
      pace: null,
      endedAt: new Date().toISOString(),
    })
    if (removed) await publishDataImport(companyId, removed)
    return { file: null, done: state.removed + state.kept }
  },
}
