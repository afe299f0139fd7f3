import type {
  AccessRequest,
  AccessRequestQuery,
  AccessRequestStatus,
} from '@portal/contract/user/access-api'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { readRows } from '../lib/database/list-query.ts'
import { notFound } from '../lib/errors.ts'

export const findStatus = ({
  answeredAt,
  refusal,
}: {
  answeredAt: Date | null
  refusal: string | null
}): AccessRequestStatus => {
  if (answeredAt === null) return 'OPEN'
  return refusal === null ? 'GRANTED' : 'REFUSED'
}

/** Open requests, the oldest first, or answered ones, the newest first. */
export async function listAccessRequests(
  { db }: Ctx,
  { status, userId, page, size }: AccessRequestQuery,
) {
  const matching = ofActivePeople(db)
    .$if(status === 'OPEN', (query) =>
      query.where('accessRequest.answeredAt', 'is', null),
    )
    .$if(status === 'GRANTED', (query) =>
      query
        .where('accessRequest.answeredAt', 'is not', null)
        .where('accessRequest.refusal', 'is', null),
    )
    .$if(status === 'REFUSED', (query) =>
      query.where('accessRequest.refusal', 'is not', null),
    )
    .$if(userId !== undefined, (query) =>
      query.where('accessRequest.userId', '=', userId ?? null),
    )
  const ordered = withColumns(matching).orderBy(
    'accessRequest.id',
    status === 'OPEN' ? 'asc' : 'desc',
  )
  const { rows, ...paging } = await readRows(ordered, matching, { page, size })
  return { ...paging, items: rows.map(present) }
}

export async function getAccessRequest(
  { db }: Pick<Ctx, 'db'>,
  id: string,
): Promise<AccessRequest> {
  const row = await withColumns(ofActivePeople(db))
    .where('accessRequest.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Access request')
  return present(row)
}

const ofActivePeople = (db: Db) =>
  db
    .selectFrom('accessRequest')
    .innerJoin('appUser', 'appUser.id', 'accessRequest.userId')
    .where('appUser.status', '=', 'ACTIVE')

const withColumns = (rows: ReturnType<typeof ofActivePeople>) =>
  rows
    .innerJoin('company', 'company.id', 'appUser.companyId')
    .leftJoin(
      'appUser as answerer',
      'answerer.id',
      'accessRequest.answeredById',
    )
    .select([
      'accessRequest.id',
      'accessRequest.message',
      'accessRequest.company',
      'accessRequest.createdAt',
      'accessRequest.answeredAt',
      'accessRequest.refusal',
      'accessRequest.userId',
      'answerer.name as answeredBy',
      'appUser.name',
      'appUser.email',
      'company.name as companyName',
      'company.kind as companyKind',
    ])

type Row = Awaited<
  ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>
>

const present = (row: Row): AccessRequest => ({
  id: row.id,
  message: row.message,
  company: row.company,
  createdAt: row.createdAt.toISOString(),
  status: findStatus(row),
  answeredAt: row.answeredAt?.toISOString() ?? null,
  refusal: row.refusal,
  answeredBy: row.answeredBy,
  person: {
    id: row.userId,
    name: row.name,
    email: row.email,
    companyName: row.companyName,
    companyKind: row.companyKind,
  },
})
