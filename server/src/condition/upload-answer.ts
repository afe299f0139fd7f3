import { type DocumentFile, insertFile } from '../document/upload-document.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import {
  admitAnswer,
  getCondition,
  type Place,
  saveAnswer,
} from './change-conditions.ts'

/** Stores a file of the seller that answers a condition. */
export const uploadAnswer = (ctx: Ctx, place: Place, file: DocumentFile) =>
  transact(ctx, async (inner) => {
    const { slv, condition } = await admitAnswer(inner, place)
    const documentId = await insertFile(inner, slv, { kind: 'SELLER', file })
    await saveAnswer(inner, slv, condition, {
      message: null,
      document: { id: documentId, name: file.name },
    })
    return getCondition(inner, place)
  })
