import type { Subject } from '@portal/contract/lib/endpoint'
import type { Ctx } from '../../lib/ctx.ts'
import { notFound } from '../../lib/errors.ts'
import { visibleSlvs } from '../../slv/visible.ts'
import { visibleTdocs } from '../../tdoc/visible.ts'

/** The parts of a request that can identify its subject, and the stored response. */
type StoredCall = { about: Subject | undefined; params: unknown; body: unknown; answer: unknown }

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

const idsIn = (value: unknown, ...names: string[]): string[] =>
  Object.entries(value ?? {})
    .filter(([name]) => names.includes(name))
    .flatMap(([, id]) => id)
    .filter((id) => typeof id === 'string' && uuid.test(id))

/** Checks that the actor may still see the subject of a stored response. Throws 404 as the call itself would. */
export async function checkStoredAnswer(ctx: Ctx, { about, params, body, answer }: StoredCall): Promise<void> {
  switch (about) {
    case 'SLV':
    case 'SLV_DOCUMENT':
      // A discarded first draft was the actor's own and no longer exists.
      if (isDiscardedDraft(answer)) return
      return checkSlvs(ctx, [...idsIn(params, 'id'), ...idsIn(body, 'proxyLoanId', 'proxyLoanIds')])
    case 'TDOC':
      return checkTdocs(ctx, [...idsIn(params, 'id'), ...idsIn(body, 'tdocId', 'tdocIds', 'originalTdocId')])
    case 'REVIEW_CATEGORY':
      return checkTdocs(ctx, idsIn(answer, 'tdocId'))
    case 'LOAN': {
      const ids = idsIn(answer, 'id')
      const isTdoc = Object.hasOwn(Object(answer), 'imageFileName')
      return isTdoc ? checkTdocs(ctx, ids) : checkSlvs(ctx, ids)
    }
  }
}

const isDiscardedDraft = (answer: unknown) => {
  const { status, availableActions } = Object(answer)
  return status === 'DRAFT' && Array.isArray(availableActions) && availableActions.length === 0
}

async function checkSlvs(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return
  const seen = await visibleSlvs(ctx).select('slv.id').where('slv.id', 'in', ids).execute()
  if (seen.length < new Set(ids).size) throw notFound('SLV')
}

async function checkTdocs(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return
  const seen = await visibleTdocs(ctx).select('tdoc.id').where('tdoc.id', 'in', ids).execute()
  if (seen.length < new Set(ids).size) throw notFound('Tdoc')
}
