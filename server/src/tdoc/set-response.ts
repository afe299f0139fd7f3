import type { TprResponse } from '@portal/contract/tdoc/model'
import {
  addTdocComments,
  findTdocAuthors,
} from '../conversation/add-comment.ts'
import { changesBetween } from '../lib/changes.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import { notify } from '../lib/notify.ts'
import { type LockedTdoc, lockTdoc } from './lock.ts'
import { describeTdoc, findAssignees } from './notify.ts'
import { admitTdoc, checkVersion, moveTdocs } from './perform.ts'

export type Response = {
  tprResponse: TprResponse
  /** Null clears it; undefined keeps it. */
  tprEstimatedDateOfReview?: string | null | undefined
  comment?: string | undefined
}

/** A notification of a response or of the comment that came with it. */
export type ResponseNotice = {
  action: 'TDOC_RESPONSE_ADDED' | 'TDOC_COMMENT'
  entityId: string
  to: string[]
  description: string
}
type Answers = {
  answers: readonly { tdoc: LockedTdoc; response: Response }[]
  /** When they were given, if a file brought them. */
  at?: Date
  /** Sends the notifications; data capture combines them if there are many. */
  notifyAll?: (notices: readonly ResponseNotice[]) => Promise<void>
}

export const responseColumns = (
  tdoc: Pick<LockedTdoc, 'tprEstimatedDateOfReview'>,
  {
    tprResponse,
    tprEstimatedDateOfReview = tdoc.tprEstimatedDateOfReview,
  }: Response,
) => ({ tprResponse, tprEstimatedDateOfReview })

/**
 * Records responses to locked Tdocs, in the caller's transaction. A comment
 * goes to the external conversation.
 */
export async function answerTdocs(
  ctx: Ctx,
  { answers, at = ctx.now, notifyAll = notifyEach(ctx) }: Answers,
): Promise<void> {
  await moveTdocs(
    ctx,
    'set-response',
    answers.map(({ tdoc, response }) => {
      const columns = responseColumns(tdoc, response)
      const set = { ...columns, tprResponseDate: at, isReturned: false }
      return { tdoc, set, changes: changesBetween(tdoc, columns) }
    }),
    at,
  )
  const assignees = await findAssignees(
    ctx.db,
    answers.map(({ tdoc }) => tdoc),
  )
  const comments = answers.flatMap(({ tdoc, response: { comment } }) =>
    comment ? [{ tdoc, message: comment }] : [],
  )
  await addTdocComments(ctx, comments)
  const others = await findTdocAuthors(
    ctx,
    comments.map(({ tdoc }) => tdoc),
  )
  const notices = answers.flatMap(({ tdoc }): ResponseNotice[] => {
    const { id } = tdoc
    const assigned = assignees.get(id) ?? []
    const description = describeTdoc(tdoc)
    const authors = (others.get(id) ?? []).filter(
      (one) => !assigned.includes(one),
    )
    return [
      {
        action: 'TDOC_COMMENT',
        entityId: id,
        to: authors,
        description: `${ctx.actor.name} · ${description}`,
      },
      {
        action: 'TDOC_RESPONSE_ADDED',
        entityId: id,
        to: assigned,
        description,
      },
    ]
  })
  await notifyAll(notices.filter(({ to }) => to.length > 0))
}

const notifyEach = (ctx: Ctx) => async (notices: readonly ResponseNotice[]) => {
  for (const notice of notices) await notify(ctx, notice)
}

export const setResponse = (
  ctx: Ctx,
  id: string,
  response: Response,
  ifMatch?: number,
): Promise<void> =>
  transact(ctx, async (inner) => {
    const tdoc = await lockTdoc(inner, id)
    await admitTdoc(inner, tdoc, 'set-response')
    checkVersion(inner, tdoc, ifMatch)
    await answerTdocs(inner, { answers: [{ tdoc, response }] })
  })
