import type { TprResponse } from '@portal/contract/tdoc/model'
import { addTdocComments, findTdocAuthors } from '../conversation/add-tdoc-comments.ts'
import { changesBetween } from '../history/changes.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import { stale } from '../lib/errors.ts'
import { notify } from '../notification/notify.ts'
import { type LockedTdoc, lockTdoc } from './lock.ts'
import { describeTdoc, findInHands } from './notify.ts'
import { admitTdoc, moveTdocs } from './perform.ts'

export type Response = {
  tprResponse: TprResponse
  /** Null takes it away; absent, it stays as it is. */
  tprEstimatedDateOfReview?: string | null | undefined
  comment?: string | undefined
}

/** Who is to be told of an answer, and of what: the answer, or the comment that came with it. */
export type Notice = {
  action: 'TDOC_RESPONSE_ADDED' | 'TDOC_COMMENT'
  entityId: string
  to: string[]
  description: string
}
type Answers = {
  answers: readonly { tdoc: LockedTdoc; response: Response }[]
  /** When they were given; now, unless a file brought them. */
  at?: Date
  /** Tells people; each of each Tdoc by itself, unless there are too many. */
  tell?: (notices: readonly Notice[]) => Promise<void>
}

/** What an answer sets of a Tdoc. */
export const saidBy = (
  tdoc: Pick<LockedTdoc, 'tprEstimatedDateOfReview'>,
  { tprResponse, tprEstimatedDateOfReview = tdoc.tprEstimatedDateOfReview }: Response,
) => ({ tprResponse, tprEstimatedDateOfReview })

/**
 * A reviewer's answers to Tdocs that are locked and admitted, in the caller's transaction. Whoever has one to do or to
 * review is told; a comment goes to its external conversation, and others who wrote there are told of that.
 */
export async function answerTdocs(ctx: Ctx, { answers, at = ctx.now, tell = tellEach(ctx) }: Answers): Promise<void> {
  await moveTdocs(
    ctx,
    'set-response',
    answers.map(({ tdoc, response }) => {
      const said = saidBy(tdoc, response)
      const set = { ...said, tprResponseDate: at, isReturned: false }
      return { tdoc, set, changes: changesBetween(tdoc, said) }
    }),
    at,
  )
  const inHands = await findInHands(
    ctx.db,
    answers.map(({ tdoc }) => tdoc),
  )
  const comments = answers.flatMap(({ tdoc, response: { comment } }) => (comment ? [{ tdoc, message: comment }] : []))
  await addTdocComments(ctx, comments)
  const others = await findTdocAuthors(
    ctx,
    comments.map(({ tdoc }) => tdoc),
  )
  const notices = answers.flatMap(({ tdoc }): Notice[] => {
    const { id } = tdoc
    const hands = inHands.get(id) ?? []
    const description = describeTdoc(tdoc)
    const authors = (others.get(id) ?? []).filter((one) => !hands.includes(one))
    return [
      { action: 'TDOC_COMMENT', entityId: id, to: authors, description: `${ctx.actor.name} · ${description}` },
      { action: 'TDOC_RESPONSE_ADDED', entityId: id, to: hands, description },
    ]
  })
  await tell(notices.filter(({ to }) => to.length > 0))
}

const tellEach = (ctx: Ctx) => async (notices: readonly Notice[]) => {
  for (const notice of notices) await notify(ctx, notice)
}

/** A reviewer's answer to one Tdoc. Throws 404, 409 and 412 as every move does. */
export const setResponse = (ctx: Ctx, id: string, response: Response, ifMatch?: number): Promise<void> =>
  transact(ctx, async (inner) => {
    const tdoc = await lockTdoc(inner, id)
    await admitTdoc(inner, tdoc, 'set-response')
    if (ifMatch !== undefined && ifMatch !== tdoc.version) throw stale()
    await answerTdocs(inner, { answers: [{ tdoc, response }] })
  })
